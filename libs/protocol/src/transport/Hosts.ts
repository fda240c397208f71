import { Context, Effect, Option } from "effect"
import { type AttemptLog, type AttemptRecord, makeAttemptLog } from "./AttemptRecord.ts"
import { acquirePermit, type Breaker, closedBreaker, recordOutcome } from "./Breaker.ts"

/** When a read is put to the next host as well. Times in milliseconds. */
export const hedgePolicy = {
  /** The latest calls of a host that count: those it answered. */
  window: 50,
  quantile: 0.95,
  /** Until there are that many. */
  defaultDelayMs: 400,
} as const

/** How a host stands. */
export interface HostView {
  /** Whether its breaker is open; a probe may be due or on its way. */
  readonly isOpen: boolean
  /** Nothing goes there before. UTC milliseconds, in the past where nothing holds it back. */
  readonly heldUntil: number
  /** An attempt is late after so many milliseconds. */
  readonly hedgeDelayMs: number
}

/** How an attempt came to its end. */
export interface AttemptOutcome extends Pick<AttemptRecord, "outcome" | "why"> {
  readonly now: number
  /** Whether the host is in order; `null` where nobody can tell. */
  readonly ok: boolean | null
  /** By the host's `Retry-After`, in UTC milliseconds. */
  readonly retryAt?: number | undefined
}

/** An attempt under way. */
export interface StartedAttempt {
  /** Once, whatever came of it. */
  readonly end: (ending: AttemptOutcome) => void
}

/**
 * What is known of every host, by all who share it and whatever they ask: when it wants to be asked again,
 * whether it is in order, how long it takes, and what was asked of late.
 */
export class Hosts extends Context.Service<
  Hosts,
  {
    readonly view: (host: string) => HostView
    /** Leave to ask, `null` where the host is to be left alone. */
    readonly begin: (asked: Pick<AttemptRecord, "host" | "method" | "at">) => StartedAttempt | null
    /** Calls back whenever some host's breaker opened or closed. */
    readonly onChange: (listener: () => void) => () => void
    readonly attempts: Omit<AttemptLog, "add">
  }
>()("@wmodal/protocol/Hosts") {}

interface HostState {
  breaker: Breaker
  retryAt: number
  times: readonly number[]
}

export const makeHosts = (): Hosts["Service"] => {
  const hosts = new Map<string, HostState>()
  const listeners = new Set<() => void>()
  const log = makeAttemptLog()

  const of = (name: string): HostState => {
    const known = hosts.get(name) ?? { breaker: closedBreaker, retryAt: 0, times: [] }
    hosts.set(name, known)
    return known
  }

  return {
    view: (name) => {
      const { breaker, retryAt, times } = of(name)
      const open = breaker._tag === "Open"
      return {
        isOpen: open,
        heldUntil: Math.max(retryAt, open ? breaker.probeAt : 0),
        hedgeDelayMs: getHedgeDelayMs(times),
      }
    },
    begin: ({ host: name, method, at }) => {
      const host = of(name)
      if (host.retryAt > at) return null
      const { breaker, permit } = acquirePermit(host.breaker, at)
      if (permit === null) return null
      host.breaker = breaker
      return {
        end: ({ now, ok, outcome, why, retryAt }) => {
          const ms = Math.max(0, now - at)
          log.add({ at, host: name, method, ms, outcome, why })
          host.retryAt = Math.max(host.retryAt, retryAt ?? 0)
          if (ok === null) return
          if (ok) host.times = [...host.times, ms].slice(-hedgePolicy.window)
          const before = host.breaker
          host.breaker = recordOutcome(before, { permit, ok, now })
          if (host.breaker.generation !== before.generation) for (const listener of listeners) listener()
        },
      }
    },
    onChange: (listener) => {
      const own = () => listener()
      listeners.add(own)
      return () => listeners.delete(own)
    },
    attempts: { all: log.all, subscribe: log.subscribe },
  }
}

/** The hosts of whoever runs this, else new ones that nobody else knows. */
export const currentHosts: Effect.Effect<Hosts["Service"]> = Effect.map(
  Effect.serviceOption(Hosts),
  Option.getOrElse(makeHosts),
)

/** The p95 of the calls that a host answered: by then, another answer would have come in all but one case of 20. */
export const getHedgeDelayMs = (times: readonly number[]): number => {
  if (times.length < hedgePolicy.window) return hedgePolicy.defaultDelayMs
  const sorted = times.toSorted((a, b) => a - b)
  const time = sorted[Math.ceil(hedgePolicy.quantile * sorted.length) - 1] ?? hedgePolicy.defaultDelayMs
  // Times are whole milliseconds, rounded down.
  return time + 1
}
