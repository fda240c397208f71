import * as z from "zod/mini"

/** Maximum length of a frame in characters, above any message of a session. */
const maxCharacters = 1_000_000
/** Maximum length of a method name in logs and responses, in characters. */
const maxMethodNameLength = 80

/** An integer outside the range of a JavaScript number, as text. Some clients use 64-bit IDs. */
class WideInteger {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

const Id = z.union([z.string().check(z.maxLength(100)), z.number(), z.instanceof(WideInteger)])
const Call = z.object({
  id: Id,
  method: z.string(),
  params: z.optional(z.unknown()),
})
const Acknowledgement = z.object({ id: z.int(), result: z.unknown() })
const Refusal = z.object({ id: z.int(), error: z.unknown() })
const FrameWithId = z.object({ id: Id })

/** A frame from a client. */
export type RelayFrame =
  /** A call. `id` is JSON text, which is repeated unchanged. */
  | { readonly _tag: "Call"; readonly id: string; readonly method: string; readonly params: unknown }
  /** The client received the push with this number. */
  | { readonly _tag: "Acknowledged"; readonly id: number }
  /** The client responded to a push with an error. */
  | { readonly _tag: "Declined" }
  | { readonly _tag: "Unreadable"; readonly id: string; readonly problem: RelayError }

/** A JSON-RPC error. */
export interface RelayError {
  readonly code: number
  readonly message: string
}

export const decodeFrame = (text: string): RelayFrame => {
  if (text.length > maxCharacters)
    return makeUnreadableFrame({ code: -32600, message: "Message is too large" })
  const value = parseFrameJson(text)
  if (value === undefined) return makeUnreadableFrame({ code: -32700, message: "Parse error" })
  const call = z.safeParse(Call, value)
  if (call.success) {
    const { id, method, params } = call.data
    return { _tag: "Call", id: formatId(id), method: method.slice(0, maxMethodNameLength), params }
  }
  const acknowledged = z.safeParse(Acknowledgement, value)
  if (acknowledged.success) return { _tag: "Acknowledged", id: acknowledged.data.id }
  if (z.safeParse(Refusal, value).success) return { _tag: "Declined" }
  const named = z.safeParse(FrameWithId, value)
  return makeUnreadableFrame(
    { code: -32600, message: "Invalid Request" },
    named.success ? formatId(named.data.id) : "null",
  )
}

export const encodeResult = (id: string, result: unknown): string =>
  `{"id":${id},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`

export const encodeError = (id: string, { code, message }: RelayError): string =>
  `{"id":${id},"jsonrpc":"2.0","error":${JSON.stringify({ code, message })}}`

const makeUnreadableFrame = (problem: RelayError, id = "null"): RelayFrame => ({
  _tag: "Unreadable",
  id,
  problem,
})

const parseFrameJson = (text: string): unknown => {
  try {
    return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) =>
      Number.isInteger(value) && !Number.isSafeInteger(value) && context?.source !== undefined
        ? new WideInteger(context.source)
        : value,
    )
  } catch {
    return undefined
  }
}

const formatId = (id: z.output<typeof Id>): string =>
  id instanceof WideInteger ? id.source : JSON.stringify(id)
