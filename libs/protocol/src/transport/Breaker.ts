import { readPolicy } from "./Retry.ts"

/** The limits at which a host is blocked and probed again. Times in milliseconds. */
export const breakerPolicy = {
  /** Consecutive failures that open the breaker. */
  consecutiveFailures: 5,
  /** The number of latest calls of which half must fail to open the breaker. */
  window: 20,
  /** The delay before the first probe. It doubles with each failed probe. */
  baseDelayMs: 5_000,
  maxDelayMs: 60_000,
} as const

/**
 * The circuit breaker of one host. `generation` counts the state changes, so that calls sent before the last change
 * do not affect the current state.
 */
export type Breaker =
  | { readonly _tag: "Closed"; readonly generation: number; readonly outcomes: readonly boolean[] }
  /** No call goes to the host before `probeAt`, then exactly one does. */
  | { readonly _tag: "Open"; readonly generation: number; readonly delay: number; readonly probeAt: number }

/** A permission to send one call, which `recordOutcome` takes. */
export interface Permit {
  readonly generation: number
}

/** The breaker of a host without failures. */
export const closedBreaker: Breaker = { _tag: "Closed", generation: 0, outcomes: [] }

/**
 * Requests permission to send a call. `permit` is `null` while the host is blocked.
 * A probe without an outcome, because its caller was interrupted, expires after the timeout of one attempt.
 */
export const acquirePermit = (
  breaker: Breaker,
  now: number,
): { readonly breaker: Breaker; readonly permit: Permit | null } => {
  if (breaker._tag === "Closed") return { breaker, permit: { generation: breaker.generation } }
  if (now < breaker.probeAt) return { breaker, permit: null }
  const era = breaker.generation + 1
  const probeAt = now + Math.max(breaker.delay, readPolicy.attemptTimeoutMs)
  return { breaker: { ...breaker, generation: era, probeAt }, permit: { generation: era } }
}

/** Returns the breaker after the outcome of a permitted call. */
export const recordOutcome = (
  breaker: Breaker,
  { permit, ok, now }: { readonly permit: Permit; readonly ok: boolean; readonly now: number },
): Breaker => {
  if (permit.generation !== breaker.generation) return breaker
  if (breaker._tag === "Open") {
    // Opening began a new generation, so only a probe has a permit of this one.
    if (ok) return { _tag: "Closed", generation: breaker.generation + 1, outcomes: [] }
    return openBreaker(breaker.generation + 1, Math.min(breaker.delay * 2, breakerPolicy.maxDelayMs), now)
  }
  const outcomes = [...breaker.outcomes, ok].slice(-breakerPolicy.window)
  const failures = outcomes.filter((succeeded) => !succeeded).length
  const latest = outcomes.slice(-breakerPolicy.consecutiveFailures)
  const inARow = latest.length === breakerPolicy.consecutiveFailures && !latest.includes(true)
  return inARow || failures >= breakerPolicy.window / 2
    ? openBreaker(breaker.generation + 1, breakerPolicy.baseDelayMs, now)
    : { ...breaker, outcomes }
}

const openBreaker = (era: number, delay: number, now: number): Breaker => ({
  _tag: "Open",
  generation: era,
  delay,
  probeAt: now + delay,
})
