import { Clock, Effect, Random, Result } from "effect"
import { type Asked, attemptAt, type Target } from "./attemptAt.ts"
import type { HttpReason } from "./Http.ts"
import { asOneCall, joinCall } from "./LogicalCall.ts"
import { type Candidate, nextStep, type Reading, soonest } from "./ReadPlan.ts"
import { type AttemptReason, delayAfter, judge, type NotAsked, readPolicy, requestsFor } from "./Retry.ts"

/** A read that failed: what the last host asked said, or why nobody was. `host` is empty where there is none. */
export interface NotRead<R> {
  readonly host: string
  readonly reason: R
}

/** One attempt, told what the latest one to fail came to. */
export type Try<T, A, R> = (target: T, before: NotRead<R | HttpReason> | null) => Effect.Effect<A, R>

interface Place<T> extends Candidate {
  readonly target: T
  failures: number
  readyAt: number
  refused: boolean
  lateAt: number | null
}

/** An attempt that came to its end by itself; `null` for a host that may be asked again, or no longer. */
type News<T, A, R> = { readonly place: Place<T>; readonly outcome: Result.Result<A, R> } | null

/**
 * One logical read, by `readPolicy`, `nextStep` and what is known of the hosts: repeated, hedged, and never past
 * the deadline or the budget of the logical call that it is part of.
 */
export const readFrom = <T extends Target, A, R extends AttemptReason>(
  asked: Asked<T>,
  attempt: Try<T, A, R>,
): Effect.Effect<A, NotRead<R | HttpReason | NotAsked>> => asOneCall(Effect.scoped(read(asked, attempt)))

const read = Effect.fnUntraced(function* <T extends Target, A, R extends AttemptReason>(
  asked: Asked<T>,
  attempt: Try<T, A, R>,
) {
  const { hosts, method } = asked
  const tiers = asked.tiers.map((tier) => tier.map(placeOf))
  const requests = requestsFor(new Set(tiers.flat().map(({ host }) => host)).size)
  const call = yield* joinCall(requests)
  const scope = yield* Effect.scope
  const { tell, heard } = makeNews<News<T, A, R | HttpReason>>()
  yield* Effect.acquireRelease(
    Effect.sync(() => hosts.onChange(() => tell(null))),
    (off) => Effect.sync(off),
  )
  let last: NotRead<R | HttpReason> | null = null
  let answered = false
  let sent = 0

  const ask = Effect.fnUntraced(function* (place: Place<T>, at: number) {
    const begun = hosts.begin({ host: place.host, method, at })
    // Somebody else took the probe in this very moment.
    if (begun === null) return
    call.charge()
    sent++
    const lateAt = at + hosts.view(place.host).hedgeAfter
    place.lateAt = lateAt
    const clock = yield* Clock.Clock
    yield* attemptAt({
      asked,
      target: place.target,
      attempt: (target) => attempt(target, last),
      begun,
      at,
      limit: Math.min(readPolicy.attempt, call.end - at),
      interrupted: () =>
        !answered ? "abandoned" : clock.currentTimeMillisUnsafe() < lateAt ? "overtaken" : "late",
    }).pipe(
      Effect.result,
      Effect.map((outcome) => tell({ place, outcome })),
      Effect.forkIn(scope, { startImmediately: true }),
    )
  })

  for (;;) {
    const now = yield* Clock.currentTimeMillis
    const reading: Reading<Place<T>> = {
      now,
      // A clock that was set back makes nobody wait for longer.
      end: Math.min(call.end, now + readPolicy.total),
      left: Math.min(call.left(), requests - sent),
      asked: last !== null,
      tiers,
      view: hosts.view,
    }
    const step = nextStep(reading)
    if (step._tag === "Ask") {
      yield* ask(step.candidate, now)
      continue
    }
    if (step._tag === "End") return yield* Effect.fail(last ?? nobody(reading))
    const event = yield* heard(step.until - now)
    if (event === null) continue
    const { place, outcome } = event
    place.lateAt = null
    if (Result.isSuccess(outcome)) {
      answered = true
      return outcome.success
    }
    last = { host: place.host, reason: outcome.failure }
    const verdict = judge(outcome.failure)
    if (verdict === "Final") {
      answered = true
      return yield* Effect.fail(last)
    }
    place.failures++
    place.refused = verdict === "Elsewhere"
    place.readyAt = (yield* Clock.currentTimeMillis) + delayAfter(place.failures, yield* Random.next)
  }
})

/** News are kept until they are heard, also those that come in the moment in which the wait for them is over. */
const makeNews = <A>() => {
  const news: A[] = []
  let wake = () => {}
  const next = Effect.callback<void>((resume) => {
    wake = () => resume(Effect.void)
    if (news.length > 0) wake()
  })
  return {
    tell: (event: A) => {
      news.push(event)
      wake()
    },
    /** The first, waited for so many milliseconds; `null` where there was none. */
    heard: (milliseconds: number): Effect.Effect<A | null> =>
      Effect.map(
        Number.isFinite(milliseconds) ? Effect.raceFirst(next, Effect.sleep(milliseconds)) : next,
        () => news.shift() ?? null,
      ),
  }
}

const placeOf = <T extends Target>(target: T): Place<T> => ({
  target,
  host: target.host,
  failures: 0,
  readyAt: 0,
  refused: false,
  lateAt: null,
})

const nobody = <T>({ now, end, left, ...of }: Reading<Place<T>>): NotRead<NotAsked | HttpReason> => {
  const first = soonest(of)
  if (first === null) return { host: "", reason: { _tag: "Unreachable", detail: "no host to ask" } }
  const { host, until } = first
  if (now >= end) return { host, reason: { _tag: "TimedOut", milliseconds: readPolicy.total } }
  return { host, reason: left === 0 ? { _tag: "Spent" } : { _tag: "HeldBack", until } }
}
