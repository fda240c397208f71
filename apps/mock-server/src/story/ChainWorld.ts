import type { CaipNetworkId, Network } from "@wmodal/protocol"
import * as z from "zod/mini"
import { StoryWorldFailed } from "./StoryWorldFailed.ts"

/** One network of a story's world, from the side of whoever runs it. */
export interface ChainWorld {
  readonly currency: Network["nativeCurrency"]
  /** @throws StoryWorldFailed where there is no such token */
  readonly getDecimals: (symbol: string) => number
  /** All the addresses of somebody whom a story names. */
  readonly getAddresses: (name: string) => readonly string[]
  readonly setMining: (mining: "at once" | "held") => Promise<void>
  readonly mine: (blocks: number) => Promise<void>
  /** Sends a transaction of the first account in place of the one that waits, with more fee. */
  readonly replace: (kind: "higherFee" | "cancel" | "other") => Promise<void>
  /** Blocks pass that take nothing in, until what waits is too old. */
  readonly expire: () => Promise<void>
  /** Something that only whoever runs the chain can do. */
  readonly cheat: (method: string, params: readonly unknown[]) => Promise<void>
  /** What the network took from an address since the world began. Base units. */
  readonly fetchFees: (address: string) => Promise<bigint>
  /** Base units. @throws StoryWorldFailed where the token knows of no allowances */
  readonly allowance: (token: string, owner: string, spender: string) => Promise<bigint>
}

/** How the control API of one world is called. */
export interface WorldControl {
  readonly call: (method: "GET" | "POST" | "PUT", path: string, body?: unknown) => Promise<unknown>
  /** Straight to the chain of a network. */
  readonly rpc: (method: string, ...params: readonly unknown[]) => Promise<unknown>
  readonly network: CaipNetworkId
}

const Answer = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ message: z.string() })),
})

/** @param world Base URL of the world in the control API. */
export const makeWorldControl = (world: string, network: CaipNetworkId): WorldControl => {
  const call: WorldControl["call"] = async (method, path, body) => {
    const answer = await fetch(`${world}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok)
      throw new StoryWorldFailed({ detail: `${method} ${path} was answered with ${answer.status}` })
    return answer.status === 204 ? null : answer.json()
  }
  return {
    call,
    network,
    rpc: async (method, ...params) => {
      const path = `/rpc?${new URLSearchParams({ chainId: network })}`
      const { error, result } = Answer.parse(
        await call("POST", path, { jsonrpc: "2.0", id: 1, method, params }),
      )
      if (error !== undefined) throw new StoryWorldFailed({ detail: `${method}: ${error.message}` })
      return result
    },
  }
}

/** What a chain cannot do: stories in which it should are not read. */
export const unsupportedOnChain = (what: string) => async (): Promise<never> => {
  throw new StoryWorldFailed({ detail: `there is no ${what} on this chain` })
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

/** What the network took, as the state of a chain says it. */
export const makeFeesReader =
  ({ call, network }: WorldControl): ChainWorld["fetchFees"] =>
  async (address) => {
    const { chains } = State.parse(await call("GET", `/state?${new URLSearchParams({ chainId: network })}`))
    const account = chains[0]?.accounts.find((one) => one.address === address)
    return BigInt(account?.fees ?? "0")
  }
