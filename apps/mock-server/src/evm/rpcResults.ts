import { type Hex, isHex } from "viem"
import * as z from "zod/mini"
import type { Anvil } from "./Anvil.ts"
import { AnvilFailed } from "./Anvil.ts"

const Replies = z.array(
  z.object({
    id: z.number(),
    result: z.optional(z.unknown()),
    error: z.optional(z.object({ message: z.string() })),
  }),
)

type RpcCalls = readonly (readonly [method: string, ...params: readonly unknown[]])[]

/** Sends calls in one batch and returns their responses in order. */
const fetchReplies = async (anvil: Pick<Anvil, "send">, calls: RpcCalls) => {
  const sent =
    calls.length === 0
      ? []
      : await anvil.send(calls.map(([method, ...params], id) => ({ jsonrpc: "2.0", id, method, params })))
  const byId = new Map(Replies.parse(sent).map((reply) => [reply.id, reply]))
  return calls.map(([method], id) => {
    const reply = byId.get(id)
    if (reply === undefined) throw new AnvilFailed({ detail: `${method} got no response` })
    return { method, ...reply }
  })
}

/**
 * Sends calls in one batch.
 * @returns the results, in the order of the calls.
 * @throws AnvilFailed when one of them fails.
 */
export const fetchRpcResults = async (
  anvil: Pick<Anvil, "send">,
  calls: RpcCalls,
): Promise<readonly unknown[]> =>
  (await fetchReplies(anvil, calls)).map(({ method, result, error }) => {
    if (error !== undefined) throw new AnvilFailed({ detail: `${method}: ${error.message}` })
    return result
  })

/**
 * Sends calls in one batch and tolerates single failures.
 * @returns the results, in the order of the calls; `null` for a failed call.
 * @throws AnvilFailed when the chain is gone.
 */
export const fetchRpcResultsOrNull = async (
  anvil: Pick<Anvil, "send">,
  calls: RpcCalls,
): Promise<readonly unknown[]> => (await fetchReplies(anvil, calls)).map(({ result }) => result ?? null)

/**
 * Reads contracts in one batch.
 * @returns the ABI-encoded results, in the order of the calls; `null` for a revert or a missing contract.
 * @throws AnvilFailed when the chain is gone.
 */
export const fetchContractResults = async (
  anvil: Pick<Anvil, "send">,
  calls: readonly { readonly to: string; readonly data: string }[],
): Promise<readonly (Hex | null)[]> => {
  const results = await fetchRpcResultsOrNull(
    anvil,
    calls.map((call) => ["eth_call", call, "latest"] as const),
  )
  return results.map((result) => (isHex(result) && result !== "0x" ? result : null))
}
