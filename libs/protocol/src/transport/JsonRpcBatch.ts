import { Result } from "effect"
import type { HttpReason, Malformed } from "./Http.ts"
import { decodeReply, JsonRpcReply, type RpcErrorResponse } from "./JsonRpc.ts"

/** Bytes that one member of a batch's reply may have. */
export const maxMemberBytes = 2_000_000

/** Why one member of a batch got no result, while others may have. */
export type MemberReason = RpcErrorResponse | Malformed | Extract<HttpReason, { readonly _tag: "TooLarge" }>

/** What a node says that takes no batches, or none of so many requests. Fewer may be put to it. */
export interface BatchRefused {
  readonly _tag: "BatchRefused"
  readonly size: number
}

/**
 * Whether the reply to several requests says that they were too many: with one error in place of the list, or with one
 * about the batch that the list has for nobody or for the first of them.
 */
export const isBatchRefusal = (body: unknown): boolean => {
  const list = Array.isArray(body)
  const said = JsonRpcReply.safeParse(list ? body[0] : body)
  if ((list && body.length > 1) || !said.success || !said.data.error) return false
  return !list || /batch/i.test(said.data.error.message)
}

/**
 * What a batch's reply of so many bytes says to each of these ids, in their order. Members may come in any order;
 * one that is lost, said twice, too large, or no reply fails alone. A node's error that names no id is to all whom
 * nothing else answers: it could not read them, or takes no batches, and then sends that error in place of the whole.
 */
export const decodeBatchReply = (
  ids: readonly number[],
  { body, bytes }: { readonly body: unknown; readonly bytes: number },
): readonly Result.Result<unknown, MemberReason>[] => {
  if (!Array.isArray(body)) return ids.map((id) => decodeReply(id, body))
  const members = new Map<unknown, unknown>()
  const repeated = new Set<unknown>()
  for (const member of body) {
    const id = getMemberId(member)
    if (members.has(id)) repeated.add(id)
    members.set(id, member)
  }
  // In a reply that is no larger than one member may be, none needs to be weighed.
  const mayBeLarge = bytes > maxMemberBytes
  return ids.map((id) => {
    if (repeated.has(id)) return failMalformed("more than one reply to this request")
    const member = members.has(id) ? members.get(id) : members.get(null)
    if (member === undefined) return failMalformed("no reply to this request")
    return mayBeLarge && measureBytes(member) > maxMemberBytes ? tooLarge : decodeReply(id, member)
  })
}

/** `null` where it names none, `undefined` where it cannot. A reply holds millions of members if a node wants it to. */
const getMemberId = (member: unknown): unknown => {
  if (typeof member !== "object" || member === null || Array.isArray(member)) return undefined
  return ("id" in member ? member.id : null) ?? null
}

/** Bytes of a member as it is written most tightly. One that is nested too deeply to be written weighs too much. */
const measureBytes = (member: unknown): number => {
  try {
    return new TextEncoder().encode(JSON.stringify(member)).length
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

const failMalformed = (detail: string) => Result.fail<Malformed>({ _tag: "Malformed", detail })
const tooLarge = Result.fail({ _tag: "TooLarge", limit: maxMemberBytes } as const)
