import * as z from "zod/mini"
import { parseJson } from "../http/decodePart.ts"

const Id = z.union([z.string(), z.number(), z.null()])
const Request = z.looseObject({
  method: z.string(),
  params: z.optional(z.unknown()),
  id: z._default(Id, null),
})
const Replies = z.array(z.looseObject({ id: z.number() }))

/** Limit of a method's name in logs and responses, in characters. */
const maxMethodNameLength = 80
/** Limit of logged methods per body. */
const maxLoggedMethods = 1000

/** One call as an engine receives it: `id` is assigned by the proxy, `params` is unchecked client input. */
export interface JsonRpcCall {
  readonly id: number
  readonly method: string
  readonly params?: unknown
}

/** One member of a JSON-RPC body: a call, or an invalid member. */
type JsonRpcMember =
  | { readonly _tag: "Call"; readonly call: z.output<typeof Request> }
  | { readonly _tag: "Invalid" }

/** A JSON-RPC body. A call without an id is answered like one whose id is `null`. */
export type JsonRpcBody =
  | { readonly _tag: "Malformed" }
  | { readonly _tag: "Single"; readonly members: readonly [JsonRpcMember] }
  | { readonly _tag: "Batch"; readonly members: readonly JsonRpcMember[] }

interface JsonRpcErrorReply {
  readonly jsonrpc: "2.0"
  readonly id: string | number | null
  readonly error: { readonly code: number; readonly message: string }
}

const makeErrorReply = (id: JsonRpcErrorReply["id"], code: number, message: string): JsonRpcErrorReply => ({
  jsonrpc: "2.0",
  id,
  error: { code, message },
})

const parseMember = (value: unknown): JsonRpcMember => {
  const request = z.safeParse(Request, value)
  return request.success ? { _tag: "Call", call: request.data } : { _tag: "Invalid" }
}

export const parseBody = (text: string): JsonRpcBody => {
  const value = parseJson(text)
  if (value === undefined) return { _tag: "Malformed" }
  return Array.isArray(value)
    ? { _tag: "Batch", members: value.map(parseMember) }
    : { _tag: "Single", members: [parseMember(value)] }
}

/** Returns the methods for the log: the first thousand, each truncated to 80 characters. */
export const getLoggedMethods = (body: JsonRpcBody): readonly string[] =>
  body._tag === "Malformed"
    ? []
    : body.members
        .slice(0, maxLoggedMethods)
        .flatMap((member) =>
          member._tag === "Call" ? [member.call.method.slice(0, maxMethodNameLength)] : [],
        )

/**
 * Answers a body. Calls that `allows` rejects get -32601; the others go to `send` in one batch, with ids of the
 * proxy, so that a client that repeats an id still gets each response in its place.
 */
export const answerBody = async (
  body: JsonRpcBody,
  allows: (method: string) => boolean,
  send: (batch: readonly JsonRpcCall[]) => Promise<unknown> | unknown,
): Promise<unknown> => {
  if (body._tag === "Malformed") return makeErrorReply(null, -32700, "Parse error")
  if (body.members.length === 0) return makeErrorReply(null, -32600, "Invalid Request")
  const batch = body.members.flatMap((member, id) =>
    member._tag === "Call" && allows(member.call.method) ? [{ ...member.call, id }] : [],
  )
  const sent = Replies.safeParse(batch.length === 0 ? [] : await send(batch))
  const replies = new Map(sent.data?.map((reply) => [reply.id, reply]))
  const answers = body.members.map((member, n) => {
    if (member._tag === "Invalid") return makeErrorReply(null, -32600, "Invalid Request")
    const { id, method } = member.call
    if (!allows(method))
      return makeErrorReply(
        id,
        -32601,
        `The method ${method.slice(0, maxMethodNameLength)} does not exist or is not available`,
      )
    const reply = replies.get(n)
    return reply === undefined ? makeErrorReply(id, -32603, "Internal error") : { ...reply, id }
  })
  return body._tag === "Single" ? answers[0] : answers
}
