import { Clock, Effect, Random, Result } from "effect"
import type { HttpReason } from "./Http.ts"

/**
 * How every read is repeated; nothing else in the product repeats one, and what a person
 * sees or signs is never repeated. Times in milliseconds.
 */
export const readPolicy = {
  /** For one attempt. */
  attempt: 10_000,
  /** For the logical read, waits included. */
  total: 30_000,
  /** After the first attempt, where there is one host. */
  retries: 3,
  /** At most this long before the first repetition on a host, doubling. How long is random from zero. */
  delay: 150,
  /** Those that may pass on the same host. Any other, 403 among them, is put to the next host alone. */
  statuses: [408, 413, 429, 500, 502, 503, 504],
} as const

/** What an attempt may fail with. */
type Reason = HttpReason | { readonly _tag: "Malformed" | "Answered" | "NoEndpoint" }

/** `Final` where no host would say otherwise, `Elsewhere` where this one will not, `Again` where it may. */
type Verdict = "Final" | "Elsewhere" | "Again"

const judge = (reason: Reason): Verdict => {
  switch (reason._tag) {
    case "Answered":
    case "NoEndpoint":
    case "TooLarge":
      return "Final"
    case "Malformed":
      return "Elsewhere"
    case "Status":
      return readPolicy.statuses.some((status) => status === reason.status) ? "Again" : "Elsewhere"
    case "Unreachable":
    case "TimedOut":
      return "Again"
  }
}

interface Candidate<Host> {
  readonly host: Host
  readonly failures: number
  /** UTC milliseconds. */
  readonly readyAt: number
}

/**
 * One logical read by `readPolicy`: each host in the order given, then those that may have
 * recovered, up to 4 attempts, or 2 for each host where that is more. `Retry-After` is kept;
 * where it leads past the end of the read, that host is not asked again.
 * Fails with what the last host asked said.
 */
export const readFrom = Effect.fnUntraced(function* <Host, A, R extends Reason>(
  hosts: readonly [Host, ...Host[]],
  attempt: (host: Host) => Effect.Effect<A, R>,
): Effect.fn.Return<A, { readonly host: Host; readonly reason: R | HttpReason }> {
  const [first, ...others] = hosts
  const start = yield* Clock.currentTimeMillis
  const end = start + readPolicy.total
  let next: Candidate<Host> = { host: first, failures: 0, readyAt: start }
  let waiting = others.map((host): Candidate<Host> => ({ host, failures: 0, readyAt: start }))
  for (let left = Math.max(1 + readPolicy.retries, 2 * hosts.length); ; left--) {
    const { host, failures } = next
    const early = next.readyAt - (yield* Clock.currentTimeMillis)
    if (early > 0) yield* Effect.sleep(early)
    // A machine that slept wakes past the end.
    const milliseconds = Math.max(0, Math.min(readPolicy.attempt, end - (yield* Clock.currentTimeMillis)))
    const outcome = yield* attempt(host).pipe(
      Effect.timeoutOrElse({
        duration: milliseconds,
        orElse: () => Effect.fail<HttpReason>({ _tag: "TimedOut", milliseconds }),
      }),
      Effect.result,
    )
    if (Result.isSuccess(outcome)) return outcome.success
    const reason = outcome.failure
    const verdict = judge(reason)
    const now = yield* Clock.currentTimeMillis
    if (verdict === "Again") {
      const delay = Math.round((yield* Random.next) * readPolicy.delay * 2 ** failures)
      const asked = reason._tag === "Status" ? (reason.retryAt ?? 0) : 0
      waiting = [...waiting, { host, failures: failures + 1, readyAt: Math.max(now + delay, asked) }]
    }
    const [soonest, ...later] = waiting
      .filter(({ readyAt }) => Math.max(readyAt, now) < end)
      .toSorted((a, b) => a.readyAt - b.readyAt || a.failures - b.failures)
    if (soonest === undefined || verdict === "Final" || left === 1)
      return yield* Effect.fail({ host, reason })
    next = soonest
    waiting = later
  }
})
