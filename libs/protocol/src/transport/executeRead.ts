import { Effect, Random, Result } from "effect"
import * as Clock from "../Clock.ts"
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

/** A failed read: the reason of the last host, or why no request was sent. `host` is empty without a request. */
export interface ReadFailure<R> {
  readonly host: string
  readonly reason: R
}

/** Runs one attempt, given the latest failure. */
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
  /** Set once this read has waited for the host's `Retry-After`. */
  hasWaited: boolean
}

/** A finished attempt; `null` for a host whose availability changed. */
type AttemptEvent<T, A, R> = {
  readonly place: MutableCandidate<T>
  readonly outcome: Result.Result<A, R>
} | null

/**
 * Executes one logical read by `readPolicy`, `getNextStep` and the host state: with retries and hedges, within the
 * deadline and budget of its logical call.
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
  /** A closed breaker: only its `Retry-After` holds the host back. */
  const isHeld = (host: string, now: number) => hosts.view(host).heldUntil > now && !hosts.view(host).isOpen
  let last: ReadFailure<R | HttpReason> | null = null
  let answered = false
  let sent = 0

  const ask = Effect.fnUntraced(function* (place: MutableCandidate<T>, at: number) {
    const begun = hosts.begin({ host: place.host, method, at })
    // A concurrent read took the probe in the meantime.
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
      // If the clock is set back, no read waits for longer.
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
    for (const place of tiers.flat()) if (isHeld(place.host, now)) place.hasWaited = true
    const event = yield* heard(step.until - now)
    if (event === null) continue
    const { place, outcome } = event
    place.lateAt = null
    if (Result.isSuccess(outcome)) {
      answered = true
      return outcome.success
    }
    last = { host: place.host, reason: outcome.failure }
    const verdict = classifyFailure(outcome.failure, method)
    if (verdict === "Stop") {
      answered = true
      return yield* Effect.fail(last)
    }
    const failedAt = yield* Clock.currentTimeMillis
    place.failures++
    // A host that asks to wait again would take its `Retry-After` for every retry.
    place.refused = verdict === "NextHost" || (place.hasWaited && isHeld(place.host, failedAt))
    place.readyAt = failedAt + getBackoffDelayMs(place.failures, yield* Random.next)
  }
})

/** Events are kept until they are read, including those that arrive when a wait times out. */
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
    /** Returns the first event within this many milliseconds, or `null`. */
    heard: (milliseconds: number): Effect.Effect<A | null> =>
      Effect.map(
        Number.isFinite(milliseconds) ? Effect.raceFirst(next, Clock.sleep(milliseconds)) : next,
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
  hasWaited: false,
})

const makeNoAttemptFailure = <T>({
  now,
  end,
  remainingRequests,
  ...of
}: ReadState<MutableCandidate<T>>): ReadFailure<NotAttempted | HttpReason> => {
  const first = getSoonestHost(of)
  if (first === null) return { host: "", reason: { _tag: "Unreachable", detail: "no host" } }
  const { host, until } = first
  if (now >= end) return { host, reason: { _tag: "TimedOut", milliseconds: readPolicy.totalTimeoutMs } }
  return {
    host,
    reason: remainingRequests === 0 ? { _tag: "BudgetExhausted" } : { _tag: "BackedOff", until },
  }
}
