import { Effect, Result } from "effect"
import * as Clock from "../Clock.ts"
import type { Fetch } from "./Fetch.ts"
import type { NetworkError } from "./NetworkError.ts"

/** The reason why an HTTP exchange returned no body. */
export type HttpReason =
  /**
   * HTTP status other than 2xx. `retryAt`, UTC milliseconds, is from `Retry-After`. `said` is the beginning of the
   * body of a 401, 403 or 500: untrusted text to inspect, never to display.
   */
  | {
      readonly _tag: "Status"
      readonly status: number
      readonly retryAt?: number
      readonly said?: string
    }
  /** No response, or an interrupted one. */
  | { readonly _tag: "Unreachable"; readonly detail: string }
  /** A redirect, which is never followed. `to` is a host, `""` where the platform hides it. */
  | { readonly _tag: "Redirected"; readonly to: string }
  /** A reply body above the size limit. */
  | { readonly _tag: "TooLarge"; readonly limit: number }
  | { readonly _tag: "TimedOut"; readonly milliseconds: number }

/** A body of unexpected shape. `detail` names the place and quotes nothing of the body. */
export interface Malformed {
  readonly _tag: "Malformed"
  readonly detail: string
}

/** The detail of `Malformed` for HTML, such as the page of an app that answers each path that it does not serve. */
export const pageDetail = "a page"

/** The body of a 2xx response. */
export interface HttpReply {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The `Content-Type` header; empty when absent. */
  readonly contentType: string
}

/** The maximum size of a reply body in bytes. */
export const maxReplyBytes = 10_000_000

/** The number of bytes read of an error body. */
const maxRefusalBytes = 2_000

/** The timeout in milliseconds for an error body. The status alone is enough. */
const refusalTimeoutMs = 1_000

/**
 * Sends one request once and reads its body. A body of more than `maxReplyBytes` bytes is cut off at the limit and
 * never held whole.
 */
export const exchange = Effect.fnUntraced(function* (
  fetch: Fetch["Service"],
  request: Request,
): Effect.fn.Return<HttpReply, HttpReason> {
  const response = yield* fetch.send(request).pipe(Effect.mapError(toHttpReason))
  if (!response.ok) {
    const said = yield* readRefusalText(response)
    const retryAt = parseRetryAfter(response.headers.get("retry-after"), yield* Clock.currentTimeMillis)
    return yield* Effect.fail<HttpReason>({
      _tag: "Status",
      status: response.status,
      ...(retryAt !== null && { retryAt }),
      ...(said !== "" && { said }),
    })
  }
  const tooLarge = Number(response.headers.get("content-length")) > maxReplyBytes
  if (tooLarge) discard(response)
  const { bytes, whole } = tooLarge ? emptyBody : yield* readBody(response, maxReplyBytes)
  if (!whole) return yield* Effect.fail<HttpReason>({ _tag: "TooLarge", limit: maxReplyBytes })
  return { bytes, contentType: response.headers.get("content-type") ?? "" }
})

/** Returns why a request got no response. */
export const toHttpReason = ({ detail, redirectsTo }: NetworkError): HttpReason =>
  redirectsTo === undefined ? { _tag: "Unreachable", detail } : { _tag: "Redirected", to: redirectsTo }

/** Parses a response body as UTF-8 JSON; `Malformed` when it is not JSON. */
export const parseJson = ({ bytes }: HttpReply): Result.Result<unknown, Malformed> =>
  Result.try({
    try: (): unknown => JSON.parse(new TextDecoder().decode(bytes)),
    catch: (): Malformed => ({ _tag: "Malformed", detail: "not JSON" }),
  })

/** The maximum value of a `Date`. */
const maxDateMs = 8.64e15

/** Parses `Retry-After`, in seconds or as an HTTP date, to UTC milliseconds. Returns `null` when it is neither. */
const parseRetryAfter = (header: string | null, now: number): number | null => {
  if (header === null) return null
  const text = header.trim()
  if (/^\d+$/.test(text)) return Math.min(now + Number(text) * 1000, maxDateMs)
  // All three HTTP date forms begin with a weekday. `Date.parse` accepts other texts, too.
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return null
  // The asctime form names no zone and means GMT.
  const at = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`)
  return Number.isNaN(at) ? null : Math.min(at, maxDateMs)
}

/**
 * Reads the beginning of an error body, enough to classify the rejection. Returns an empty text for other statuses.
 */
const readRefusalText = (response: Response): Effect.Effect<string> => {
  if ([401, 403, 500].includes(response.status)) {
    const chunks: Uint8Array[] = []
    return readBody(response, maxRefusalBytes, chunks).pipe(
      Effect.asVoid,
      Clock.timeoutOrElse({ duration: refusalTimeoutMs, orElse: () => Effect.void }),
      Effect.orElseSucceed(() => undefined),
      // The part received before the timeout may be enough.
      Effect.map(() => new TextDecoder().decode(concatChunks(chunks, maxRefusalBytes))),
    )
  }
  discard(response)
  return Effect.succeed("")
}

const emptyBody = { bytes: new Uint8Array(), whole: false }

/**
 * Reads at most `limit` bytes of a body into `chunks`. The rest of a longer body is never read, and `whole` is false.
 */
export const readBody = (response: Response, limit: number, chunks: Uint8Array[] = []) =>
  Effect.tryPromise({
    try: (signal) => collectBody(response, limit, chunks, signal),
    catch: (): HttpReason => ({ _tag: "Unreachable", detail: "the response was cut off" }),
  })

const collectBody = async (response: Response, limit: number, chunks: Uint8Array[], signal: AbortSignal) => {
  const reader = response.body?.getReader()
  if (reader === undefined) return { bytes: new Uint8Array(), whole: true }
  const cancel = () => reader.cancel().catch(() => undefined)
  signal.addEventListener("abort", cancel, { once: true })
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    length += value.length
    if (length > limit) {
      cancel()
      break
    }
  }
  return { bytes: concatChunks(chunks, limit), whole: length <= limit }
}

const concatChunks = (chunks: readonly Uint8Array[], limit: number) => {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  const bytes = new Uint8Array(Math.min(length, limit))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk.subarray(0, limit - at), at)
    at += chunk.length
  }
  return bytes
}

/** Cancels the body without waiting for the other side. */
const discard = (response: Response) => {
  response.body?.cancel().catch(() => undefined)
}
