import { readPolicy } from "./Retry.ts"

/** When a host is left alone, and when it is asked again. Times in milliseconds. */
export const breakerPolicy = {
  /** Failures in a row that open it. */
  consecutiveFailures: 5,
  /** Of this many calls, the latest, half that failed open it. */
  window: 20,
  /** Before the first probe, doubling with each that fails. */
  baseDelayMs: 5_000,
  maxDelayMs: 60_000,
} as const

/**
 * Whether a host is being asked. `era` counts the changes, so that a call which was sent before the last one
 * says nothing about what came after.
 */
export type Breaker =
  | { readonly _tag: "Closed"; readonly generation: number; readonly outcomes: readonly boolean[] }
  /** Nothing goes to the host before `probeAt`, then one call does. */
  | { readonly _tag: "Open"; readonly generation: number; readonly delay: number; readonly probeAt: number }

/** Leave to send one call, which `recordOutcome` wants back. */
export interface Permit {
  readonly generation: number
}

/** A host that nothing is held against. */
export const closedBreaker: Breaker = { _tag: "Closed", generation: 0, outcomes: [] }

/**
 * Asks leave to send a call. `permit` is `null` where the host is to be left alone.
 * A probe whose end is never told of, since its caller was interrupted, is given up after the time of one attempt.
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

/** The breaker after a call that it permitted came to its end. */
export const recordOutcome = (
  breaker: Breaker,
  { permit, ok, now }: { readonly permit: Permit; readonly ok: boolean; readonly now: number },
): Breaker => {
  if (permit.generation !== breaker.generation) return breaker
  if (breaker._tag === "Open") {
    // Opening began an era of its own, so only a probe has leave of this one.
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
