import { Context, Effect } from "effect"
import { type AttemptLog, type AttemptRecord, makeAttemptLog } from "./AttemptRecord.ts"
import { acquirePermit, type Breaker, closedBreaker, recordOutcome } from "./Breaker.ts"

/** When a read is sent to the next host in parallel. Times in milliseconds. */
export const hedgePolicy = {
  /** The number of a host's latest successful calls that count. */
  window: 50,
  quantile: 0.95,
  /** The delay until `minSamples` calls are known. */
  defaultDelayMs: 400,
} as const

/** The state of a host as seen by a read. */
export interface HostView {
  /** Reports an open breaker. A probe may be due or pending. */
  readonly isOpen: boolean
  /** No request is sent before this time. UTC milliseconds, in the past when the host is not held back. */
  readonly heldUntil: number
  /** An attempt is late after this many milliseconds. */
  readonly hedgeDelayMs: number
}

/** The outcome of an attempt. */
export interface AttemptOutcome extends Pick<AttemptRecord, "outcome" | "why"> {
  readonly now: number
  /** The host's health as seen by the attempt; `null` when it is inconclusive. */
  readonly ok: boolean | null
  /** The time from the host's `Retry-After`, in UTC milliseconds. */
  readonly retryAt?: number | undefined
}

/** A pending attempt. */
export interface StartedAttempt {
  /** Records the outcome. Must be called exactly once. */
  readonly end: (ending: AttemptOutcome) => void
}

/**
 * The shared state of all hosts, across all networks and methods: back-off times, breakers, response times and recent
 * attempts.
 */
export class Hosts extends Context.Service<
  Hosts,
  {
    readonly view: (host: string) => HostView
    /** Starts an attempt, or returns `null` while the host is blocked. */
    readonly begin: (asked: Pick<AttemptRecord, "host" | "method" | "at">) => StartedAttempt | null
    /** Calls the listener whenever a host's breaker opens or closes. */
    readonly onChange: (listener: () => void) => () => void
    readonly attempts: Omit<AttemptLog, "add">
  }
>()("@wmodal/protocol/Hosts") {}

interface HostState {
  breaker: Breaker
  retryAt: number
  times: readonly number[]
}

/** Creates the state of all hosts, empty. */
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

/** Returns the hosts of the current context, else a new private instance. */
export const currentHosts: Effect.Effect<Hosts["Service"]> = Effect.map(
  Effect.context<never>(),
  (context) => Context.getOrUndefined(context, Hosts) ?? makeHosts(),
)

/** Returns the 95th percentile of a host's response times: a second request is sent only for the slowest 5 %. */
export const getHedgeDelayMs = (times: readonly number[]): number => {
  if (times.length < hedgePolicy.window) return hedgePolicy.defaultDelayMs
  const sorted = times.toSorted((a, b) => a - b)
  const time = sorted[Math.ceil(hedgePolicy.quantile * sorted.length) - 1] ?? hedgePolicy.defaultDelayMs
  // Times are whole milliseconds, rounded down.
  return time + 1
}
