import { Clock, Effect, Fiber, Random } from "effect"
import { TestClock } from "effect/testing"
import { askOnce } from "../transport/askOnce.ts"
import { makeHosts } from "../transport/Hosts.ts"
import type { HttpReason } from "../transport/Http.ts"
import { judge, readPolicy } from "../transport/Retry.ts"
import { readFrom } from "../transport/readFrom.ts"

export type Reason =
  | HttpReason
  | { readonly _tag: "Malformed" }
  | { readonly _tag: "Answered"; readonly code: number }

/** What a host does when asked: after so many ms it fails for a reason, or succeeds where there is none. */
export interface Act {
  readonly ms: number
  readonly reason: Reason | null
}

/** Each host's acts by its name, the last one over and over. */
export type Script = Readonly<Record<string, readonly Act[]>>

/** A request as the host saw it. `end` is infinite while it is on its way, `said` null where it was cut off. */
interface Seen {
  readonly host: string
  readonly at: number
  end: number
  said: Act | null
}

export const makeWorld = (script: Script) => {
  const hosts = makeHosts()
  const seen: Seen[] = []
  /** Asked before the time that they had named. */
  const heldBack: Seen[] = []
  /** Asked although an earlier tier had somebody left. */
  const astray: string[] = []
  const attempt = Effect.fnUntraced(function* ({
    host,
  }: {
    readonly host: string
  }): Effect.fn.Return<string, Reason> {
    const acts = script[host] ?? []
    const before = seen.filter((entry) => entry.host === host).length
    const act = acts[Math.min(before, acts.length - 1)] ?? { ms: 0, reason: null }
    const at = yield* Clock.currentTimeMillis
    const entry: Seen = { host, at, end: Number.POSITIVE_INFINITY, said: null }
    if (seen.some((other) => other.host === host && retryAt(other) > entry.at)) heldBack.push(entry)
    seen.push(entry)
    yield* Effect.ensuring(
      Effect.sleep(act.ms),
      Effect.map(Clock.currentTimeMillis, (end) => {
        entry.end = end
      }),
    )
    entry.said = act
    return act.reason === null ? host : yield* Effect.fail(act.reason)
  })
  const read = (...tiers: readonly (readonly string[])[]) => {
    const refused = new Set<string>()
    return readFrom(
      {
        hosts,
        method: "read",
        refusal: "ofHost",
        tiers: tiers.map((tier) => tier.map((host) => ({ host }))),
      },
      (target) =>
        Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          const before = tiers
            .slice(
              0,
              tiers.findIndex((tier) => tier.includes(target.host)),
            )
            .flat()
          if (before.some((host) => hosts.view(host).heldUntil <= now && !refused.has(host)))
            astray.push(target.host)
          return yield* Effect.tapError(attempt(target), (reason) =>
            Effect.sync(() => {
              if (judge(reason) === "Elsewhere") refused.add(target.host)
            }),
          )
        }),
    )
  }
  const once = (host: string) =>
    askOnce({ asked: { hosts, method: "once", refusal: "ofHost" }, target: { host } }, attempt)
  return {
    hosts,
    seen,
    heldBack,
    astray,
    read,
    once,
    trail: () => seen.map(({ at, host }) => `${at} ${host}`),
  }
}

/** Of what a host has said so far. */
const retryAt = ({ said }: Seen): number => {
  const reason = said?.reason
  return reason?._tag === "Status" && ![400, 403, 404].includes(reason.status) ? (reason.retryAt ?? 0) : 0
}

const halfway: typeof Random.Random.Service = { nextDoubleUnsafe: () => 0.5, nextIntUnsafe: () => 0 }

/** Runs to the end, and tells how many ms that took. */
export const timed = Effect.fnUntraced(
  function* <A, E>(effect: Effect.Effect<A, E>) {
    const start = yield* Clock.currentTimeMillis
    const fiber = yield* effect.pipe(
      Effect.result,
      Effect.flatMap((outcome) =>
        Effect.map(Clock.currentTimeMillis, (end) => ({ outcome, ms: end - start })),
      ),
      Effect.forkChild({ startImmediately: true }),
    )
    yield* TestClock.adjust(readPolicy.total)
    return yield* Fiber.join(fiber)
  },
  Effect.provideService(Random.Random, halfway),
)

export const down: Act = { ms: 10, reason: { _tag: "Unreachable", detail: "" } }
export const good = (ms: number): Act => ({ ms, reason: null })
export const hung = good(Number.POSITIVE_INFINITY)
export const busy = (until: number): Act => ({
  ms: 10,
  reason: { _tag: "Status", status: 429, retryAt: until },
})
