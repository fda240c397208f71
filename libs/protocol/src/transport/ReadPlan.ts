import type { HostView } from "./Hosts.ts"

/** One node's part in one logical read. Times are UTC milliseconds. */
export interface Candidate {
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
export interface Reading<C extends Candidate> {
  readonly now: number
  readonly end: number
  /** Requests that it may still make. */
  readonly left: number
  /** Whether it has asked anybody. */
  readonly asked: boolean
  /** The best first, in each tier. */
  readonly tiers: readonly (readonly C[])[]
  readonly view: (host: string) => HostView
}

export type Step<C> =
  | { readonly _tag: "Ask"; readonly candidate: C }
  /** Until then, or until something happens. */
  | { readonly _tag: "Wait"; readonly until: number }
  | { readonly _tag: "End" }

/**
 * What a read does next. It asks one host after the other, and one more while every attempt on its way is late.
 * A tier is left for the next one only where nobody in it may be asked: each breaker open, each host held back
 * by its `Retry-After`, or not answering this read at all.
 */
export const nextStep = <C extends Candidate>(reading: Reading<C>): Step<C> => {
  const { now, end, left, tiers } = reading
  const flying = tiers.flat().filter(({ lateAt }) => lateAt !== null)
  const next = left > 0 && now < end ? pick(reading, new Set(flying.map(({ host }) => host))) : null
  if (next !== null) {
    const at = Math.max(next.at, ...flying.map(({ lateAt }) => lateAt ?? 0))
    if (at <= now) return { _tag: "Ask", candidate: next.candidate }
    if (at < end) return { _tag: "Wait", until: at }
  }
  // Those on their way end of themselves, by the deadline at the latest.
  return flying.length > 0 ? { _tag: "Wait", until: Number.POSITIVE_INFINITY } : { _tag: "End" }
}

interface Next<C> {
  readonly candidate: C
  readonly at: number
}

/** Who is asked next, and when; `null` where there is nobody but those who are being asked. */
const pick = <C extends Candidate>(
  { now, asked, tiers, view }: Reading<C>,
  busy: ReadonlySet<string>,
): Next<C> | null => {
  for (const tier of tiers) {
    const able = tier.filter(({ host, refused }) => !refused && view(host).heldUntil <= now)
    const idle = able.filter(({ host }) => !busy.has(host))
    if (idle.length > 0) return earliest(idle.map((candidate) => ({ candidate, at: candidate.readyAt })))
    if (able.length > 0) return null
  }
  // A probe is worth waiting for only to a read that has not failed yet.
  const held = tiers.flat().filter(({ host, refused }) => !refused && !(asked && view(host).open))
  return earliest(
    held.map((candidate) => ({ candidate, at: Math.max(candidate.readyAt, view(candidate.host).heldUntil) })),
  )
}

const earliest = <C extends Candidate>(all: readonly Next<C>[]): Next<C> | null =>
  all.toSorted((a, b) => a.at - b.at || a.candidate.failures - b.candidate.failures)[0] ?? null

/** The host that may be asked the soonest, and when; `null` where there is none at all. */
export const soonest = ({
  tiers,
  view,
}: Pick<Reading<Candidate>, "tiers" | "view">): { readonly host: string; readonly until: number } | null =>
  tiers
    .flat()
    .map(({ host }) => ({ host, until: view(host).heldUntil }))
    .toSorted((a, b) => a.until - b.until)[0] ?? null
