import type { HostView } from "./Hosts.ts"

/** One node in one logical read. Times are UTC milliseconds. */
export interface ReadCandidate {
  readonly host: string
  /** The number of failures in this read. */
  readonly failures: number
  /** The earliest retry time after a failure. */
  readonly readyAt: number
  /** Set when the node cannot serve this read. Other nodes may. */
  readonly refused: boolean
  /** The time at which the pending attempt counts as late; `null` without a pending attempt. */
  readonly lateAt: number | null
}

/** The state of a read. */
export interface ReadState<C extends ReadCandidate> {
  readonly now: number
  readonly end: number
  /** The remaining request budget. */
  readonly remainingRequests: number
  /** Set after the first attempt. */
  readonly hasAttempted: boolean
  /** The nodes from best to worst, per tier. */
  readonly tiers: readonly (readonly C[])[]
  readonly view: (host: string) => HostView
}

/** The next step of a read. */
export type ReadStep<C> =
  | { readonly _tag: "Ask"; readonly candidate: C }
  /** Waits until this time or the next event. */
  | { readonly _tag: "Wait"; readonly until: number }
  | { readonly _tag: "End" }

/**
 * Returns the next step of a read. Tries one host after the other, and one more while every pending attempt is late.
 * Moves to the next tier only when no host of the current one is available: its breaker is open, `Retry-After` holds
 * it back, or it cannot serve this read.
 */
export const getNextStep = <C extends ReadCandidate>(reading: ReadState<C>): ReadStep<C> => {
  const { now, end, remainingRequests, tiers } = reading
  const flying = tiers.flat().filter(({ lateAt }) => lateAt !== null)
  const next =
    remainingRequests > 0 && now < end
      ? pickCandidate(reading, new Set(flying.map(({ host }) => host)))
      : null
  if (next !== null) {
    const at = Math.max(next.at, ...flying.map(({ lateAt }) => lateAt ?? 0))
    if (at <= now) return { _tag: "Ask", candidate: next.candidate }
    if (at < end) return { _tag: "Wait", until: at }
  }
  // Pending attempts end on their own, by the deadline at the latest.
  return flying.length > 0 ? { _tag: "Wait", until: Number.POSITIVE_INFINITY } : { _tag: "End" }
}

interface ScheduledCandidate<C> {
  readonly candidate: C
  readonly at: number
}

/** Returns the next host and its time, or `null` when every host is pending or unavailable. */
const pickCandidate = <C extends ReadCandidate>(
  { now, hasAttempted, tiers, view }: ReadState<C>,
  busy: ReadonlySet<string>,
): ScheduledCandidate<C> | null => {
  for (const tier of tiers) {
    const able = tier.filter(({ host, refused }) => !refused && view(host).heldUntil <= now)
    const idle = able.filter(({ host }) => !busy.has(host))
    if (idle.length > 0) return getEarliest(idle.map((candidate) => ({ candidate, at: candidate.readyAt })))
    if (able.length > 0) return null
  }
  // Only a read without a failed attempt waits for a probe.
  const held = tiers.flat().filter(({ host, refused }) => !refused && !(hasAttempted && view(host).isOpen))
  return getEarliest(
    held.map((candidate) => ({ candidate, at: Math.max(candidate.readyAt, view(candidate.host).heldUntil) })),
  )
}

const getEarliest = <C extends ReadCandidate>(
  all: readonly ScheduledCandidate<C>[],
): ScheduledCandidate<C> | null =>
  all.toSorted((a, b) => a.at - b.at || a.candidate.failures - b.candidate.failures)[0] ?? null

/** Returns the host that is available soonest and its time, or `null` when there is none. */
export const getSoonestHost = ({
  tiers,
  view,
}: Pick<ReadState<ReadCandidate>, "tiers" | "view">): {
  readonly host: string
  readonly until: number
} | null =>
  tiers
    .flat()
    .map(({ host }) => ({ host, until: view(host).heldUntil }))
    .toSorted((a, b) => a.until - b.until)[0] ?? null
