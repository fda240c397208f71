import { Result } from "effect"
import * as z from "zod/mini"
import type { Malformed } from "./Http.ts"
import { type Answered, decodeReply } from "./JsonRpc.ts"

/**
 * What a batch's reply says to each of these ids, in their order. Members may come in any order; one that is
 * lost, said twice, or no reply fails alone. A node's error that names no id is to all whom nothing else answers:
 * it could not read them, or takes no batches, and then sends that error in place of the whole.
 */
export const decodeBatchReply = (
  ids: readonly number[],
  body: unknown,
): readonly Result.Result<unknown, Answered | Malformed>[] => {
  if (!Array.isArray(body)) return ids.map((id) => decodeReply(id, body))
  const members = new Map<unknown, unknown>()
  const repeated = new Set<unknown>()
  for (const member of body) {
    const named = Named.safeParse(member)
    const id = named.success ? (named.data.id ?? null) : undefined
    if (members.has(id)) repeated.add(id)
    members.set(id, member)
  }
  return ids.map((id) => {
    if (repeated.has(id)) return malformed("more than one reply to this request")
    if (members.has(id)) return decodeReply(id, members.get(id))
    return members.has(null) ? decodeReply(id, members.get(null)) : malformed("no reply to this request")
  })
}

const Named = z.looseObject({ id: z.optional(z.unknown()) })

const malformed = (detail: string) => Result.fail<Malformed>({ _tag: "Malformed", detail })
