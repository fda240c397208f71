import { isHex, parseTransaction, recoverTransactionAddress } from "viem"
import * as z from "zod/mini"
import type { JsonRpcCall } from "../../rpc/JsonRpc.ts"
import type { Anvil } from "../Anvil.ts"
import { fetchRpcResults } from "../rpcResults.ts"
import { type NodeError, readReason, sayAs } from "./clientWords.ts"
import { answerAsOf, askAsOf, fetchLateHead } from "./fetchLateHead.ts"
import { refuseLater, withoutLater } from "./legacyNode.ts"
import { hasMethod, type NodeTraits } from "./NodeTraits.ts"

const Replies = z.array(
  z.looseObject({ id: z.number(), result: z.optional(z.unknown()), error: z.optional(z.unknown()) }),
)

/** The chain behind a node. */
interface Behind {
  readonly chain: Pick<Anvil, "send">
  /** Sends calls to the chain. */
  readonly send: (batch: readonly JsonRpcCall[]) => Promise<unknown>
  /** The world's clock, in milliseconds. */
  readonly now: number
  /** Counts the calls of the node, from 1. */
  readonly count: () => number
}

/** Answers calls as a node of those traits does. */
export const answerAsNode = async (
  node: NodeTraits,
  { chain, count, now, send }: Behind,
  batch: readonly JsonRpcCall[],
): Promise<readonly unknown[]> => {
  const head = node.lagSeconds === 0 ? null : await fetchLateHead(chain, now - node.lagSeconds * 1000)
  const prepared = batch.map((call) => ({ call, ...prepareCall(node, call, { head, number: count() }) }))
  const asked = prepared.flatMap(({ asked: one }) => (one === null ? [] : [one]))
  const replies = new Map(
    Replies.parse(asked.length === 0 ? [] : await send(asked)).map((reply) => [reply.id, reply]),
  )
  return Promise.all(
    prepared.map(async ({ call, answered }) => {
      const { id, method } = call
      if (answered !== null) return { jsonrpc: "2.0", id, ...answered }
      const reply = replies.get(id)
      if (reply === undefined) return undefined
      if (reply.error !== undefined)
        return { ...reply, error: await translate(node, { call, chain, error: reply.error }) }
      const known = head === null ? reply.result : answerAsOf(method, reply.result, head)
      return { ...reply, result: node.isLegacy ? withoutLater(method, known) : known }
    }),
  )
}

interface Prepared {
  /** What the chain is asked; `null` if nothing. */
  readonly asked: JsonRpcCall | null
  /** The answer without the chain's. */
  readonly answered: { readonly error: NodeError } | { readonly result: null } | null
}

const refused = (error: NodeError): Prepared => ({ asked: null, answered: { error } })

const prepareCall = (
  node: NodeTraits,
  call: JsonRpcCall,
  { head, number }: { readonly head: bigint | null; readonly number: number },
): Prepared => {
  const { method } = call
  if (node.limitEvery !== undefined && number % node.limitEvery === 0)
    return refused(sayAs(node.client, "limit", { method }))
  if (!hasMethod(node, method)) return refused(sayAs(node.client, "unknownMethod", { method }))
  const later = node.isLegacy ? refuseLater(call) : null
  if (later !== null) return refused(later)
  const params: readonly unknown[] = Array.isArray(call.params) ? call.params : []
  if (!node.hasPending && method === "eth_getBlockByNumber" && params[0] === "pending")
    return { asked: null, answered: { result: null } }
  const settled = node.hasPending
    ? call
    : { ...call, params: params.map((one) => (one === "pending" ? "latest" : one)) }
  const asked = head === null ? settled : askAsOf(settled, head)
  if (asked !== null) return { asked, answered: null }
  return method === "eth_getBlockByNumber"
    ? { asked: null, answered: { result: null } }
    : refused({ code: -32_000, message: "header not found" })
}

/** Returns the error in the client's words, if it has words for it. */
const translate = async (
  { client }: NodeTraits,
  {
    call: { method, params },
    chain,
    error,
  }: { readonly call: JsonRpcCall; readonly chain: Pick<Anvil, "send">; readonly error: unknown },
): Promise<unknown> => {
  const reason = client === undefined ? null : readReason(error)
  if (reason === null) return error
  if (method !== "eth_sendRawTransaction")
    return reason === "funds" ? sayAs(client, "estimate", { method }) : error
  const raw: unknown = Array.isArray(params) ? params[0] : undefined
  if (!isHex(raw)) return error
  const { gas = 0n, gasPrice, maxFeePerGas, nonce = 0, value = 0n } = parseTransaction(raw)
  const from = await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })
  const [balance, next] = await fetchRpcResults(chain, [
    ["eth_getBalance", from, "latest"],
    ["eth_getTransactionCount", from, "pending"],
  ])
  return sayAs(client, reason, {
    method,
    nonce,
    next: Number(next),
    balance: BigInt(String(balance)),
    cost: gas * (gasPrice ?? maxFeePerGas ?? 0n) + value,
  })
}
