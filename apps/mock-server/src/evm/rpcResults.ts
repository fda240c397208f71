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

/**
 * Several calls in one batch.
 * @returns the results, in the order of the calls.
 * @throws AnvilFailed when one of them fails.
 */
export const rpcResults = async (
  anvil: Pick<Anvil, "send">,
  calls: readonly (readonly [method: string, ...params: readonly unknown[]])[],
): Promise<readonly unknown[]> => {
  const replies = Replies.parse(
    await anvil.send(calls.map(([method, ...params], id) => ({ jsonrpc: "2.0", id, method, params }))),
  )
  const byId = new Map(replies.map((reply) => [reply.id, reply]))
  return calls.map(([method], id) => {
    const reply = byId.get(id)
    if (reply === undefined) throw new AnvilFailed({ detail: `${method} got no answer` })
    if (reply.error !== undefined) throw new AnvilFailed({ detail: `${method}: ${reply.error.message}` })
    return reply.result
  })
}
