import { Clock, Effect, Result } from "effect"
import type { Fetch } from "./Fetch.ts"

/** Why one HTTP exchange gave no body. */
export type HttpReason =
  /** HTTP status other than 2xx. `retryAt`, UTC milliseconds, is from `Retry-After`. */
  | { readonly _tag: "Status"; readonly status: number; readonly retryAt?: number }
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
export const replyLimit = 10_000_000

/**
 * Sends one request, once, and reads its body. A body of more than `replyLimit` bytes is
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
    discard(response)
    const retryAt = parseRetryAfter(response.headers.get("retry-after"), yield* Clock.currentTimeMillis)
    return yield* Effect.fail<HttpReason>({
      _tag: "Status",
      status: response.status,
      ...(retryAt !== null && { retryAt }),
    })
  }
  const bytes = yield* Effect.tryPromise({
    try: (signal) => read(response, signal),
    catch: (): HttpReason => ({ _tag: "Unreachable", detail: "the reply broke off" }),
  })
  if (bytes === null) return yield* Effect.fail<HttpReason>({ _tag: "TooLarge", limit: replyLimit })
  return { bytes, contentType: response.headers.get("content-type") ?? "" }
})

export const parseJson = ({ bytes }: HttpReply): Result.Result<unknown, Malformed> =>
  Result.try({
    try: (): unknown => JSON.parse(new TextDecoder().decode(bytes)),
    catch: (): Malformed => ({ _tag: "Malformed", detail: "not JSON" }),
  })

/** The last moment that a `Date` can hold. */
const endOfTime = 8.64e15

/** UTC milliseconds from seconds or an HTTP date; `null` where it is neither. */
const parseRetryAfter = (header: string | null, now: number): number | null => {
  if (header === null) return null
  const at = /^\d+$/.test(header.trim()) ? now + Number(header) * 1000 : Date.parse(header)
  return Number.isNaN(at) ? null : Math.min(at, endOfTime)
}

/** `null` where it is too large. */
const read = async (response: Response, signal: AbortSignal) => {
  if (Number(response.headers.get("content-length")) > replyLimit) {
    discard(response)
    return null
  }
  const reader = response.body?.getReader()
  if (reader === undefined) return new Uint8Array()
  const cancel = () => reader.cancel().catch(() => undefined)
  signal.addEventListener("abort", cancel, { once: true })
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > replyLimit) {
      cancel()
      return null
    }
    chunks.push(value)
  }
  const body = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    body.set(chunk, at)
    at += chunk.length
  }
  return body
}

/** Tells the other side to stop. Nobody waits for it to do so. */
const discard = (response: Response) => {
  response.body?.cancel().catch(() => undefined)
}
