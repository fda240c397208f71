import { Result } from "effect"
import * as z from "zod/mini"
import { getRpcErrorName, type RpcErrorName } from "../rpcErrorCodes.ts"
import type { Malformed } from "./Http.ts"

/** A JSON-RPC 2.0 request. Source: jsonrpc.org/specification. */
export interface JsonRpcRequest {
  readonly jsonrpc: "2.0"
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

/** The error object of a node. `text` and `data` are untrusted. */
export interface RpcErrorResponse {
  readonly _tag: "Answered"
  readonly code: number
  /** The meaning of the code; absent for codes without a standard meaning. */
  readonly meaning?: RpcErrorName
  readonly text: string
  readonly data?: unknown
}

/** Creates a JSON-RPC 2.0 request. */
export const makeJsonRpcRequest = (
  id: number,
  method: string,
  params: readonly unknown[] = [],
): JsonRpcRequest => ({ jsonrpc: "2.0", id, method, params })

/** A reply to one request. Some nodes send `error: null` with a result, and some leave out `jsonrpc`. */
export const JsonRpcReply = z.looseObject({
  id: z.optional(z.unknown()),
  result: z.optional(z.unknown()),
  error: z.nullish(z.looseObject({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) })),
})

/** Decodes the result for the request with this id. A result may be `null`. */
export const decodeReply = (
  id: number,
  body: unknown,
): Result.Result<unknown, RpcErrorResponse | Malformed> => {
  const decoded = JsonRpcReply.safeParse(body)
  if (!decoded.success) return failMalformed(decoded.error.issues[0]?.path.join(".") || "not an object")
  const reply = decoded.data
  // A node that cannot parse the request returns an error without an id.
  if (reply.error && (reply.id ?? id) === id) {
    const { code, message, data } = reply.error
    const meaning = getRpcErrorName(code)
    return Result.fail({
      _tag: "Answered",
      code,
      ...(meaning !== null && { meaning }),
      text: message,
      ...(data !== undefined && { data }),
    })
  }
  if (reply.id !== id) return failMalformed("the id of another request")
  return reply.result === undefined ? failMalformed("neither result nor error") : Result.succeed(reply.result)
}

const failMalformed = (detail: string) => Result.fail<Malformed>({ _tag: "Malformed", detail })
