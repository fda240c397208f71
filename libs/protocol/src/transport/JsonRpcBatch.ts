import { Result } from "effect"
import { hasKey } from "../hasKey.ts"
import type { HttpReason, Malformed } from "./Http.ts"
import { decodeReply, JsonRpcReply, type RpcErrorResponse } from "./JsonRpc.ts"

/** The maximum size in bytes of one member of a batch reply. */
export const maxMemberBytes = 2_000_000

/** The reason why one member of a batch has no result. Other members may have one. */
export type MemberReason = RpcErrorResponse | Malformed | Extract<HttpReason, { readonly _tag: "TooLarge" }>

/** The reason of a node that accepts no batches, or not this many requests. A smaller batch may succeed. */
export interface BatchRefused {
  readonly _tag: "BatchRefused"
  readonly size: number
}

/**
 * Reports that the reply rejects the number of requests: one error in place of the list, or one batch-related error
 * in the list without an id or for the first member.
 */
export const isBatchRefusal = (body: unknown): boolean => {
  const list = Array.isArray(body)
  const said = JsonRpcReply.safeParse(list ? body[0] : body)
  if ((list && body.length > 1) || !said.success || !said.data.error) return false
  return !list || /batch/i.test(said.data.error.message)
}

/**
 * Decodes a batch reply of this many bytes into one result per id, in the order of the ids. Members may arrive in any
 * order; a missing, duplicate, oversized or malformed member fails alone.
 * An error without an id applies to every id without another reply: the node could not parse them, or accepts no
 * batches and sends one error in place of the list.
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
  // A reply within the limit of one member has no oversized members.
  const mayBeLarge = bytes > maxMemberBytes
  return ids.map((id) => {
    if (repeated.has(id)) return failMalformed("more than one reply to this request")
    const member = members.has(id) ? members.get(id) : members.get(null)
    if (member === undefined) return failMalformed("no reply to this request")
    return mayBeLarge && measureBytes(member) > maxMemberBytes ? tooLarge : decodeReply(id, member)
  })
}

/**
 * Returns `null` without an id, and `undefined` for a malformed member. A hostile reply may have millions of members,
 * so this must be fast.
 */
const getMemberId = (member: unknown): unknown => {
  if (typeof member !== "object" || member === null || Array.isArray(member)) return undefined
  return (hasKey(member, "id") ? member.id : null) ?? null
}

/**
 * Returns the size in bytes of a member in compact JSON. A member nested too deeply to serialize counts as oversized.
 */
const measureBytes = (member: unknown): number => {
  try {
    return new TextEncoder().encode(JSON.stringify(member)).length
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

const failMalformed = (detail: string) => Result.fail<Malformed>({ _tag: "Malformed", detail })
const tooLarge = Result.fail({ _tag: "TooLarge", limit: maxMemberBytes } as const)
