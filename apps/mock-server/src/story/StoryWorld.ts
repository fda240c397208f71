import { type CaipNetworkId, formatAmount, parseAmount } from "@wmodal/protocol"
import { Result } from "effect"
import { decodeFunctionResult, encodeFunctionData, erc20Abi, isHex } from "viem"
import { mnemonicToAccount } from "viem/accounts"
import * as z from "zod/mini"
import { accounts } from "../evm/accounts.ts"
import { servedNetworks } from "../evm/networks.ts"
import type { FaultRule } from "../faults/Fault.ts"
import { addressOfPerson, contractOfStory, hexOf, StoryWorldFailed, tokenOfStory } from "./cast.ts"
import { unitsOf } from "./pageRequest.ts"
import type { AllowanceExpected, BalanceExpected } from "./Story.ts"

/** The world of a story, from the side of whoever made it: past everything that is tested. */
export interface StoryWorld {
  readonly setFaults: (rules: readonly FaultRule[]) => Promise<void>
  readonly setMining: (mining: "at once" | "held") => Promise<void>
  readonly mine: (blocks: number) => Promise<void>
  /** Sends a transaction of the first account in place of the one that waits, with twice its fee. */
  readonly replace: (kind: "higherFee" | "cancel" | "other") => Promise<void>
  /** Something that only whoever runs the chain can do: `anvil_*`, `evm_*`. */
  readonly cheat: (method: string, params: readonly unknown[]) => Promise<void>
  /** What everybody has, to compare two plays of a story by. */
  readonly state: () => Promise<unknown>
  /** How each of these differs from what is expected, in words; none where all hold. */
  readonly wrongBalances: (expected: readonly BalanceExpected[]) => Promise<readonly string[]>
  /** The same of what somebody may take. */
  readonly wrongAllowances: (expected: readonly AllowanceExpected[]) => Promise<readonly string[]>
}

const AccountState = z.object({
  address: z.string(),
  native: z.string(),
  tokens: z.record(z.string(), z.string()),
})
const State = z.object({
  chains: z.array(z.object({ chainId: z.string(), accounts: z.array(AccountState) })),
})

const Waiting = z.object({
  hash: z.string(),
  from: z.string(),
  to: z.nullable(z.string()),
  value: z.string(),
  input: z.string(),
  nonce: z.string(),
  gas: z.string(),
  maxFeePerGas: z.optional(z.string()),
  maxPriorityFeePerGas: z.optional(z.string()),
  gasPrice: z.optional(z.string()),
})
const Block = z.object({ transactions: z.array(Waiting) })
const Receipt = z.object({ gasUsed: z.string(), effectiveGasPrice: z.string() })

/** Begins the world anew. @param control Base URL of a mock server's control API. */
export const openStoryWorld = async (where: {
  readonly control: string
  readonly projectId: string
  readonly network: CaipNetworkId
}): Promise<StoryWorld> => {
  const { control, projectId, network } = where
  const world = `${control}/worlds/${encodeURIComponent(projectId)}`
  const chain = new URLSearchParams({ chainId: network })
  const currency = servedNetworks.get(network)?.nativeCurrency
  if (currency === undefined) throw new StoryWorldFailed({ detail: `there is no EVM network ${network}` })

  const call = async (method: "GET" | "POST" | "PUT", path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${world}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok)
      throw new StoryWorldFailed({ detail: `${method} ${path} was answered with ${answer.status}` })
    return answer.status === 204 ? null : answer.json()
  }

  const rpc = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    const answer = z
      .object({ result: z.optional(z.unknown()), error: z.optional(z.object({ message: z.string() })) })
      .parse(await call("POST", `/rpc?${chain}`, { jsonrpc: "2.0", id: 1, method, params }))
    if (answer.error !== undefined)
      throw new StoryWorldFailed({ detail: `${method}: ${answer.error.message}` })
    return answer.result
  }

  const state = () => call("GET", "/state")
  const onChain = (from: unknown) =>
    State.parse(from).chains.find(({ chainId }) => chainId === network)?.accounts ?? []

  const latest = async () => BigInt(z.string().parse(await rpc("eth_blockNumber")))

  /** What the network took from an account since a block. */
  const feesOf = async (address: string, since: bigint): Promise<bigint> => {
    let fees = 0n
    for (let block = since + 1n; block <= (await latest()); block += 1n) {
      const { transactions } = Block.parse(await rpc("eth_getBlockByNumber", `0x${block.toString(16)}`, true))
      for (const { hash, from } of transactions) {
        if (from.toLowerCase() !== address.toLowerCase()) continue
        const receipt = Receipt.parse(await rpc("eth_getTransactionReceipt", hash))
        fees += BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice)
      }
    }
    return fees
  }

  await fetch(world, { method: "DELETE" })
  // The chain is used from here on, so that the state knows of it.
  const firstBlock = await latest()
  const before = onChain(await state())

  const held = (all: typeof before, address: string, symbol: string) => {
    const found = all.find((account) => account.address.toLowerCase() === address.toLowerCase())
    return BigInt((symbol === currency.symbol ? found?.native : found?.tokens[symbol]) ?? "0")
  }

  return {
    state,
    setFaults: async (faults) => {
      await call("PUT", "/faults", { faults })
    },
    setMining: async (mining) => {
      await call("POST", `/mining?${chain}`, { auto: mining === "at once" })
    },
    mine: async (blocks) => {
      await call("POST", `/mining?${chain}`, { mine: blocks })
    },
    cheat: async (method, params) => {
      await rpc(method, ...params)
    },
    replace: async (kind) => {
      const { transactions } = Block.parse(await rpc("eth_getBlockByNumber", "pending", true))
      const waiting = transactions.find(({ from }) => from.toLowerCase() === accounts[0].toLowerCase())
      if (waiting === undefined) throw new StoryWorldFailed({ detail: "no payment waits to be replaced" })
      const most = BigInt(waiting.maxFeePerGas ?? waiting.gasPrice ?? "0x0")
      const tip = BigInt(waiting.maxPriorityFeePerGas ?? waiting.gasPrice ?? "0x0")
      const own = mnemonicToAccount(mnemonic)
      const content = {
        higherFee: {
          to: hexOf(waiting.to ?? "0x"),
          value: BigInt(waiting.value),
          data: hexOf(waiting.input),
        },
        cancel: { to: own.address, value: 0n, data: "0x" },
        other: { to: hexOf(accounts[3]), value: 1n, data: "0x" },
      } as const
      const raw = await own.signTransaction({
        type: "eip1559",
        chainId: Number(network.slice(network.indexOf(":") + 1)),
        nonce: Number(waiting.nonce),
        gas: BigInt(waiting.gas),
        maxFeePerGas: most * 2n,
        maxPriorityFeePerGas: tip * 2n,
        ...content[kind],
      })
      await rpc("eth_sendRawTransaction", raw)
    },
    wrongBalances: async (expected) => {
      const after = onChain(await state())
      const wrong: string[] = []
      for (const { of, token, change, besidesFees } of expected) {
        const address = addressOfPerson(of)
        const { decimals } = token === currency.symbol ? currency : tokenOfStory(token)
        const fees = besidesFees ? await feesOf(address, firstBlock) : 0n
        const actual = held(after, address, token) - held(before, address, token) + fees
        const wanted = Result.map(parseAmount(change.replace(/^[+-]/, ""), decimals), (units) =>
          change.startsWith("-") ? -units : units,
        )
        if (Result.isFailure(wanted) || wanted.success !== actual)
          wrong.push(`${of} has ${formatAmount(actual, decimals)} ${token} more, not ${change}`)
      }
      return wrong
    },
    wrongAllowances: async (expected) => {
      const wrong: string[] = []
      for (const { of, token, spender, is } of expected) {
        const { address, decimals } = tokenOfStory(token)
        const read = { abi: erc20Abi, functionName: "allowance" } as const
        const data = encodeFunctionData({ ...read, args: [contractOfStory(of), contractOfStory(spender)] })
        const result = await rpc("eth_call", { to: address, data }, "latest")
        if (!isHex(result)) throw new StoryWorldFailed({ detail: `${token} has no allowances` })
        const actual = decodeFunctionResult({ ...read, data: result })
        if (actual !== unitsOf(is, decimals))
          wrong.push(`${spender} may take ${formatAmount(actual, decimals)} ${token} of ${of}, not ${is}`)
      }
      return wrong
    },
  }
}

/** Public: what every development chain funds. */
const mnemonic = "test test test test test test test test test test test junk"
