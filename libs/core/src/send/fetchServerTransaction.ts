import { sanitizeLine } from "@wmodal/chains"
import {
  currentHosts,
  Fetch,
  type HttpReason,
  type NotAttempted,
  parseJson,
  readBody,
  requestOnce,
  toHttpReason,
} from "@wmodal/protocol"
import { Effect, Result } from "effect"
import * as z from "zod/mini"
import type { ServerProblem } from "./ServerPayments.ts"

/** Maximum bytes of a response: many times those of a transaction with its texts. */
const maxResponseBytes = 65_536

/** Milliseconds until a server's response times out. */
const responseTimeoutMs = 10_000

const Label = z.object({ label: z.string() })
const Transaction = z.object({ transaction: z.string(), message: z.optional(z.string()) })
const Refusal = z.object({ message: z.string() })

/** The responses of a payment link's server. */
interface ServerResponses {
  /** Sanitized, at most 64 characters. */
  readonly label: string
  /** Sanitized, at most 200 characters; `null` if there is none. */
  readonly message: string | null
  /** Base64, as the server sent it. */
  readonly transaction: string
}

/**
 * Asks the server of a payment link who it is, then for the transaction of an account. The first request does not name
 * the account. No redirect is followed, and no picture is loaded. Source: Solana Pay, transaction requests.
 */
export const fetchServerTransaction = Effect.fnUntraced(function* (
  url: string,
  account: string,
): Effect.fn.Return<ServerResponses, ServerProblem, Fetch> {
  const { label } = yield* ask(url, "GET", Label, null)
  const { message, transaction } = yield* ask(url, "POST", Transaction, { account })
  const purpose = sanitizeLine(message ?? "", 200)
  return { label: sanitizeLine(label, 64), message: purpose === "" ? null : purpose, transaction }
})

const ask = <A>(
  url: string,
  method: "GET" | "POST",
  schema: z.ZodMiniType<A>,
  body: object | null,
): Effect.Effect<A, ServerProblem, Fetch> =>
  Effect.gen(function* () {
    const fetch = yield* Fetch
    const hosts = yield* currentHosts
    const request = new Request(url, {
      method,
      headers: { accept: "application/json", ...(body !== null && { "content-type": "application/json" }) },
      ...(body !== null && { body: JSON.stringify(body) }),
      cache: "no-store",
      credentials: "omit",
      redirect: "manual",
      referrerPolicy: "no-referrer",
    })
    const reply = yield* requestOnce(
      {
        asked: { hosts, method: `${method} payment request`, refusal: "ofCall" },
        target: { host: new URL(url).host },
        limit: responseTimeoutMs,
      },
      () => exchange(fetch, request),
    )
    const decoded = Result.map(parseJson(reply), (json) => schema.safeParse(json))
    return Result.isSuccess(decoded) && decoded.success.success
      ? decoded.success.data
      : yield* Effect.fail<ServerProblem>({ _tag: "Unreadable" })
  }).pipe(Effect.mapError(toServerProblem))

/** Sends a request and reads the response. The text of a refusal is for the user, so it is read whatever the status. */
const exchange = Effect.fnUntraced(function* (
  fetch: Fetch["Service"],
  request: Request,
): Effect.fn.Return<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly contentType: string }, HttpReason> {
  const response = yield* Effect.mapError(fetch.send(request), toHttpReason)
  const { bytes, whole } = yield* readBody(response, maxResponseBytes)
  const reply = { bytes, contentType: response.headers.get("content-type") ?? "" }
  if (!response.ok)
    return yield* Effect.fail<HttpReason>({
      _tag: "Status",
      status: response.status,
      said: whole ? readRefusal(reply) : "",
    })
  return whole ? reply : yield* Effect.fail<HttpReason>({ _tag: "TooLarge", limit: maxResponseBytes })
})

const readRefusal = (reply: Parameters<typeof parseJson>[0]): string => {
  const json = Result.getOrNull(parseJson(reply))
  const decoded = Refusal.safeParse(json)
  return decoded.success ? sanitizeLine(decoded.data.message, 200) : ""
}

const toServerProblem = (reason: ServerProblem | HttpReason | NotAttempted): ServerProblem => {
  switch (reason._tag) {
    case "Status":
      return { _tag: "Refused", status: reason.status, text: reason.said ?? "" }
    case "Redirected":
      return { _tag: "Redirected" }
    case "TooLarge":
      return { _tag: "TooLarge" }
    case "Unreachable":
    case "TimedOut":
    case "BackedOff":
    case "BudgetExhausted":
      return { _tag: "Unreachable" }
    default:
      return reason
  }
}
