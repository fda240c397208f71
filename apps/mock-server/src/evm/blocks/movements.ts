import { toEventSelector } from "viem"
import * as z from "zod/mini"

/** A transfer of the native currency, an ERC-20 amount, or one ERC-721 token. Addresses in lower case. */
type MovedAsset =
  | { readonly _tag: "Native"; readonly amount: bigint }
  | { readonly _tag: "Fungible"; readonly token: string; readonly amount: bigint }
  | { readonly _tag: "Collectible"; readonly token: string; readonly tokenId: bigint }

export interface Movement {
  readonly from: string
  readonly to: string
  readonly moved: MovedAsset
}

export const Log = z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() })
export type Log = z.output<typeof Log>

/** One call or creation inside a transaction, as in the response of `trace_block`. */
export const Trace = z.object({
  transactionHash: z.nullish(z.string()),
  type: z.string(),
  traceAddress: z.array(z.number()),
  error: z.nullish(z.string()),
  action: z.object({
    from: z.optional(z.string()),
    to: z.optional(z.string()),
    callType: z.optional(z.string()),
    value: z.optional(z.string()),
  }),
  result: z.nullish(z.object({ address: z.optional(z.string()) })),
})
export type Trace = z.output<typeof Trace>

/** The transfer of ERC-20 and ERC-721; the latter has its token id among the topics. */
const transferTopic = toEventSelector("Transfer(address,address,uint256)")

const topicToAddress = (topic: string) => `0x${topic.slice(-40)}`

/** Returns the transfers in the logs of a transaction. Logs that only look alike are left out. */
export const decodeTokenMovements = (logs: readonly Log[]): readonly Movement[] =>
  logs.flatMap(({ address: token, topics, data }): Movement[] => {
    const [topic, from, to, tokenId] = topics
    if (topic !== transferTopic || from === undefined || to === undefined) return []
    const ends = { from: topicToAddress(from), to: topicToAddress(to) }
    if (tokenId !== undefined)
      return [{ ...ends, moved: { _tag: "Collectible", token, tokenId: BigInt(tokenId) } }]
    if (!/^0x[0-9a-f]{64}$/.test(data) || BigInt(data) === 0n) return []
    return [{ ...ends, moved: { _tag: "Fungible", token, amount: BigInt(data) } }]
  })

/** Returns the native-currency transfers in the calls of one transaction, including calls inside contracts. */
export const decodeNativeMovements = (traces: readonly Trace[]): readonly Movement[] => {
  const undone = traces.filter(({ error }) => error).map(({ traceAddress }) => traceAddress)
  const isUndone = (address: readonly number[]) =>
    undone.some((start) => start.every((step, depth) => address[depth] === step))
  return traces.flatMap(({ type, action, result, traceAddress }) => {
    // A delegate call has a value too, but transfers nothing.
    if (type !== "create" && action.callType !== "call") return []
    const [amount, to] = [BigInt(action.value ?? 0), type === "create" ? result?.address : action.to]
    if (amount === 0n || action.from === undefined || to === undefined || isUndone(traceAddress)) return []
    return [{ from: action.from, to, moved: { _tag: "Native", amount } }]
  })
}
