import { Clock, Effect, Random, Result } from "effect"
import type { HttpReason } from "./Http.ts"
import { joinLogicalCall, withLogicalCall } from "./LogicalCall.ts"
import { getNextStep, getSoonestHost, type ReadCandidate, type ReadState } from "./ReadPlan.ts"
import {
  type AttemptReason,
  classifyFailure,
  getBackoffDelayMs,
  getRequestBudget,
  type NotAttempted,
  readPolicy,
} from "./Retry.ts"
import { type ReadContext, runAttempt, type Target } from "./runAttempt.ts"

/** A read that failed: what the last host asked said, or why nobody was. `host` is empty where there is none. */
export interface ReadFailure<R> {
  readonly host: string
  readonly reason: R
}

/** One attempt, told what the latest one to fail came to. */
export type RunReadAttempt<T, A, R> = (
  target: T,
  before: ReadFailure<R | HttpReason> | null,
) => Effect.Effect<A, R>

interface MutableCandidate<T> extends ReadCandidate {
  readonly target: T
  failures: number
  readyAt: number
  refused: boolean
  lateAt: number | null
}

/** An attempt that came to its end by itself; `null` for a host that may be asked again, or no longer. */
type AttemptEvent<T, A, R> = {
  readonly place: MutableCandidate<T>
  readonly outcome: Result.Result<A, R>
} | null

/**
 * One logical read, by `readPolicy`, `getNextStep` and what is known of the hosts: repeated, hedged, and never past
 * the deadline or the budget of the logical call that it is part of.
 */
export const executeRead = <T extends Target, A, R extends AttemptReason>(
  asked: ReadContext<T>,
  attempt: RunReadAttempt<T, A, R>,
): Effect.Effect<A, ReadFailure<R | HttpReason | NotAttempted>> =>
  withLogicalCall(Effect.scoped(runRead(asked, attempt)))

const runRead = Effect.fnUntraced(function* <T extends Target, A, R extends AttemptReason>(
  asked: ReadContext<T>,
  attempt: RunReadAttempt<T, A, R>,
) {
  const { hosts, method } = asked
  const tiers = asked.tiers.map((tier) => tier.map(toMutableCandidate))
  const requests = getRequestBudget(new Set(tiers.flat().map(({ host }) => host)).size)
  const call = yield* joinLogicalCall(requests)
  const scope = yield* Effect.scope
  const { tell, heard } = makeEventQueue<AttemptEvent<T, A, R | HttpReason>>()
  yield* Effect.acquireRelease(
    Effect.sync(() => hosts.onChange(() => tell(null))),
    (off) => Effect.sync(off),
  )
  let last: ReadFailure<R | HttpReason> | null = null
  let answered = false
  let sent = 0

  const ask = Effect.fnUntraced(function* (place: MutableCandidate<T>, at: number) {
    const begun = hosts.begin({ host: place.host, method, at })
    // Somebody else took the probe in this very moment.
    if (begun === null) return
    call.charge()
    sent++
    const lateAt = at + hosts.view(place.host).hedgeDelayMs
    place.lateAt = lateAt
    const clock = yield* Clock.Clock
    yield* runAttempt({
      asked,
      target: place.target,
      attempt: (target) => attempt(target, last),
      started: begun,
      at,
      limit: Math.min(readPolicy.attemptTimeoutMs, call.end - at),
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
    const reading: ReadState<MutableCandidate<T>> = {
      now,
      // A clock that was set back makes nobody wait for longer.
      end: Math.min(call.end, now + readPolicy.totalTimeoutMs),
      remainingRequests: Math.min(call.remaining(), requests - sent),
      hasAttempted: last !== null,
      tiers,
      view: hosts.view,
    }
    const step = getNextStep(reading)
    if (step._tag === "Ask") {
      yield* ask(step.candidate, now)
      continue
    }
    if (step._tag === "End") return yield* Effect.fail(last ?? makeNoAttemptFailure(reading))
    const event = yield* heard(step.until - now)
    if (event === null) continue
    const { place, outcome } = event
    place.lateAt = null
    if (Result.isSuccess(outcome)) {
      answered = true
      return outcome.success
    }
    last = { host: place.host, reason: outcome.failure }
    const verdict = classifyFailure(outcome.failure)
    if (verdict === "Stop") {
      answered = true
      return yield* Effect.fail(last)
    }
    place.failures++
    place.refused = verdict === "NextHost"
    place.readyAt = (yield* Clock.currentTimeMillis) + getBackoffDelayMs(place.failures, yield* Random.next)
  }
})

/** News are kept until they are heard, also those that come in the moment in which the wait for them is over. */
const makeEventQueue = <A>() => {
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

const toMutableCandidate = <T extends Target>(target: T): MutableCandidate<T> => ({
  target,
  host: target.host,
  failures: 0,
  readyAt: 0,
  refused: false,
  lateAt: null,
})

const makeNoAttemptFailure = <T>({
  now,
  end,
  remainingRequests,
  ...of
}: ReadState<MutableCandidate<T>>): ReadFailure<NotAttempted | HttpReason> => {
  const first = getSoonestHost(of)
  if (first === null) return { host: "", reason: { _tag: "Unreachable", detail: "no host to ask" } }
  const { host, until } = first
  if (now >= end) return { host, reason: { _tag: "TimedOut", milliseconds: readPolicy.totalTimeoutMs } }
  return {
    host,
    reason: remainingRequests === 0 ? { _tag: "BudgetExhausted" } : { _tag: "BackedOff", until },
  }
}
