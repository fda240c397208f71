import type { CaipNetworkId, Network } from "@wmodal/protocol"
import * as z from "zod/mini"
import { StoryWorldFailed } from "./StoryWorldFailed.ts"

/** One network of a story's world, with the privileges of its operator. */
export interface ChainWorld {
  readonly currency: Network["nativeCurrency"]
  /** Returns a token's decimals. @throws StoryWorldFailed when there is no such token */
  readonly getDecimals: (symbol: string) => number
  /** Returns all addresses of a named account. */
  readonly getAddresses: (name: string) => readonly string[]
  readonly setMining: (mining: "at once" | "held") => Promise<void>
  readonly mine: (blocks: number) => Promise<void>
  /** Replaces the pending transaction of the first account with a higher fee. */
  readonly replace: (kind: "higherFee" | "cancel" | "other") => Promise<void>
  /** Mines empty blocks until the pending transactions are expired. */
  readonly expire: () => Promise<void>
  /** Calls a method that only the chain's operator can use. */
  readonly cheat: (method: string, params: readonly unknown[]) => Promise<void>
  /** Pays a payment link from another account than the first. @throws StoryWorldFailed for a link of another network */
  readonly pay: (uri: string) => Promise<void>
  /** Returns the fees paid by an address since the world began, in base units. */
  readonly fetchFees: (address: string) => Promise<bigint>
  /** Returns an allowance in base units. @throws StoryWorldFailed when the token has no allowances */
  readonly allowance: (token: string, owner: string, spender: string) => Promise<bigint>
}

/** Client of one world's control API. */
export interface WorldControl {
  readonly call: (method: "GET" | "POST" | "PUT", path: string, body?: unknown) => Promise<unknown>
  /** Calls the chain of a network directly. */
  readonly rpc: (method: string, ...params: readonly unknown[]) => Promise<unknown>
  readonly network: CaipNetworkId
}

const RpcResponse = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ message: z.string() })),
})

/** @param world Base URL of the world in the control API. */
export const makeWorldControl = (world: string, network: CaipNetworkId): WorldControl => {
  const call: WorldControl["call"] = async (method, path, body) => {
    const answer = await fetch(`${world}${path}`, {
      method,
      redirect: "error",
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new StoryWorldFailed({ detail: `${method} ${path} returned ${answer.status}` })
    return answer.status === 204 ? null : answer.json()
  }
  return {
    call,
    network,
    rpc: async (method, ...params) => {
      const path = `/rpc?${new URLSearchParams({ chainId: network })}`
      const { error, result } = RpcResponse.parse(
        await call("POST", path, { jsonrpc: "2.0", id: 1, method, params }),
      )
      if (error !== undefined) throw new StoryWorldFailed({ detail: `${method}: ${error.message}` })
      return result
    },
  }
}

/** Fails for an act that the chain does not support. Stories with such an act are rejected when they are parsed. */
export const unsupportedOnChain = (what: string) => async (): Promise<never> => {
  throw new StoryWorldFailed({ detail: `this chain does not support ${what}` })
}

const AccountState = z.object({
  address: z.string(),
  native: z.string(),
  tokens: z.record(z.string(), z.string()),
  fees: z.optional(z.string()),
})
export const State = z.object({
  chains: z.array(z.object({ chainId: z.string(), accounts: z.array(AccountState) })),
})

/** Returns a reader of the fees in a chain's state. */
export const makeFeesReader =
  ({ call, network }: WorldControl): ChainWorld["fetchFees"] =>
  async (address) => {
    const { chains } = State.parse(await call("GET", `/state?${new URLSearchParams({ chainId: network })}`))
    const account = chains[0]?.accounts.find((one) => one.address === address)
    return BigInt(account?.fees ?? "0")
  }
