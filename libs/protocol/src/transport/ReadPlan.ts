import type { HostView } from "./Hosts.ts"

/** One node's part in one logical read. Times are UTC milliseconds. */
export interface ReadCandidate {
  readonly host: string
  /** Of this read. */
  readonly failures: number
  /** Not again before, after it failed. */
  readonly readyAt: number
  /** Whether it will not answer this read, whoever else may. */
  readonly refused: boolean
  /** When the attempt on its way there is late; `null` where none is. */
  readonly lateAt: number | null
}

/** How a read stands. */
export interface ReadState<C extends ReadCandidate> {
  readonly now: number
  readonly end: number
  /** Requests that it may still make. */
  readonly remainingRequests: number
  /** Whether it has asked anybody. */
  readonly hasAttempted: boolean
  /** The best first, in each tier. */
  readonly tiers: readonly (readonly C[])[]
  readonly view: (host: string) => HostView
}

export type ReadStep<C> =
  | { readonly _tag: "Ask"; readonly candidate: C }
  /** Until then, or until something happens. */
  | { readonly _tag: "Wait"; readonly until: number }
  | { readonly _tag: "End" }

/**
 * What a read does next. It asks one host after the other, and one more while every attempt on its way is late.
 * A tier is left for the next one only where nobody in it may be asked: each breaker open, each host held back
 * by its `Retry-After`, or not answering this read at all.
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
  // Those on their way end of themselves, by the deadline at the latest.
  return flying.length > 0 ? { _tag: "Wait", until: Number.POSITIVE_INFINITY } : { _tag: "End" }
}

interface ScheduledCandidate<C> {
  readonly candidate: C
  readonly at: number
}

/** Who is asked next, and when; `null` where there is nobody but those who are being asked. */
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
  // A probe is worth waiting for only to a read that has not failed yet.
  const held = tiers.flat().filter(({ host, refused }) => !refused && !(hasAttempted && view(host).isOpen))
  return getEarliest(
    held.map((candidate) => ({ candidate, at: Math.max(candidate.readyAt, view(candidate.host).heldUntil) })),
  )
}

const getEarliest = <C extends ReadCandidate>(
  all: readonly ScheduledCandidate<C>[],
): ScheduledCandidate<C> | null =>
  all.toSorted((a, b) => a.at - b.at || a.candidate.failures - b.candidate.failures)[0] ?? null

/** The host that may be asked the soonest, and when; `null` where there is none at all. */
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
