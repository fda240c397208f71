import { Clock, Effect, Result } from "effect"
import type { Fetch } from "./Fetch.ts"

/** Why one HTTP exchange gave no body. */
export type HttpReason =
  /**
   * HTTP status other than 2xx. `retryAt`, UTC milliseconds, is from `Retry-After`. `said` is how the body of a
   * 401, a 403 or a 500 begins: hostile text, to be looked through and not to be shown.
   */
  | {
      readonly _tag: "Status"
      readonly status: number
      readonly retryAt?: number
      readonly said?: string
    }
  /** No response at all, or one that broke off. */
  | { readonly _tag: "Unreachable"; readonly detail: string }
  /** More bytes than one reply may have. */
  | { readonly _tag: "TooLarge"; readonly limit: number }
  | { readonly _tag: "TimedOut"; readonly milliseconds: number }

/** A body that is not what was asked for. `detail` says where, and quotes nothing of it. */
export interface Malformed {
  readonly _tag: "Malformed"
  readonly detail: string
}

/** The body of a 2xx response. */
export interface HttpReply {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** As the server says; empty where it says nothing. */
  readonly contentType: string
}

/** Bytes that one reply may have. */
export const maxReplyBytes = 10_000_000

/** Bytes that are read of what a server says with a refusal. */
const maxRefusalBytes = 2_000

/** Milliseconds that they are waited for: the status has said enough. */
const refusalTimeoutMs = 1_000

/**
 * Sends one request, once, and reads its body. A body of more than `maxReplyBytes` bytes is
 * cut off where the limit is passed and never held whole.
 */
export const exchange = Effect.fnUntraced(function* (
  fetch: Fetch["Service"],
  request: Request,
): Effect.fn.Return<HttpReply, HttpReason> {
  const response = yield* fetch
    .send(request)
    .pipe(Effect.mapError(({ detail }): HttpReason => ({ _tag: "Unreachable", detail })))
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

export const parseJson = ({ bytes }: HttpReply): Result.Result<unknown, Malformed> =>
  Result.try({
    try: (): unknown => JSON.parse(new TextDecoder().decode(bytes)),
    catch: (): Malformed => ({ _tag: "Malformed", detail: "not JSON" }),
  })

/** The last moment that a `Date` can hold. */
const maxDateMs = 8.64e15

/** UTC milliseconds from seconds or an HTTP date; `null` where it is neither. */
const parseRetryAfter = (header: string | null, now: number): number | null => {
  if (header === null) return null
  const text = header.trim()
  if (/^\d+$/.test(text)) return Math.min(now + Number(text) * 1000, maxDateMs)
  // Each of the three forms begins with a weekday; whatever else the platform takes for a date is none.
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return null
  // The oldest form names no zone, and means this one.
  const at = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`)
  return Number.isNaN(at) ? null : Math.min(at, maxDateMs)
}

/** No more than it takes to know whose fault a refusal is; nothing of any other status. */
const readRefusalText = (response: Response): Effect.Effect<string> => {
  if ([401, 403, 500].includes(response.status)) {
    const chunks: Uint8Array[] = []
    return readBody(response, maxRefusalBytes, chunks).pipe(
      Effect.asVoid,
      Effect.timeoutOrElse({ duration: refusalTimeoutMs, orElse: () => Effect.void }),
      Effect.orElseSucceed(() => undefined),
      // What came before the rest did not may be all that it takes.
      Effect.map(() => new TextDecoder().decode(concatChunks(chunks, maxRefusalBytes))),
    )
  }
  discard(response)
  return Effect.succeed("")
}

const emptyBody = { bytes: new Uint8Array(), whole: false }

/** At most so many bytes of a body, which are in `chunks` as they come. The rest of a longer one is never read. */
const readBody = (response: Response, limit: number, chunks: Uint8Array[] = []) =>
  Effect.tryPromise({
    try: (signal) => collectBody(response, limit, chunks, signal),
    catch: (): HttpReason => ({ _tag: "Unreachable", detail: "the reply broke off" }),
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

/** Tells the other side to stop. Nobody waits for it to do so. */
const discard = (response: Response) => {
  response.body?.cancel().catch(() => undefined)
}
