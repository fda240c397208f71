import { Clock, Effect, Fiber, Random } from "effect"
import { TestClock } from "effect/testing"
import { executeRead } from "../transport/executeRead.ts"
import { makeHosts } from "../transport/Hosts.ts"
import type { HttpReason } from "../transport/Http.ts"
import { classifyFailure, readPolicy } from "../transport/Retry.ts"
import { requestOnce } from "../transport/requestOnce.ts"

export type HostFailure =
  | HttpReason
  | { readonly _tag: "Malformed" }
  | { readonly _tag: "Answered"; readonly code: number }

/** A host's response: after a delay in ms it fails for a reason, or succeeds where there is no reason. */
export interface HostAct {
  readonly ms: number
  readonly reason: HostFailure | null
}

/** Each host's acts by host name. The last act repeats. */
export type HostScript = Readonly<Record<string, readonly HostAct[]>>

/**
 * A request as the host received it. `end` is infinite while it is pending, `outcome` is `null` when it was cut off.
 */
interface ObservedRequest {
  readonly host: string
  readonly at: number
  end: number
  outcome: HostAct | null
}

export const makeScriptedHosts = (script: HostScript) => {
  const hosts = makeHosts()
  const seen: ObservedRequest[] = []
  /** Requests before the time that the host's Retry-After named. */
  const heldBack: ObservedRequest[] = []
  /** Requests to a tier while an earlier tier had an available host. */
  const astray: string[] = []
  const attempt = Effect.fnUntraced(function* ({
    host,
  }: {
    readonly host: string
  }): Effect.fn.Return<string, HostFailure> {
    const acts = script[host] ?? []
    const before = seen.filter((entry) => entry.host === host).length
    const act = acts[Math.min(before, acts.length - 1)] ?? { ms: 0, reason: null }
    const at = yield* Clock.currentTimeMillis
    const entry: ObservedRequest = { host, at, end: Number.POSITIVE_INFINITY, outcome: null }
    if (seen.some((other) => other.host === host && retryAt(other) > entry.at)) heldBack.push(entry)
    seen.push(entry)
    yield* Effect.ensuring(
      Effect.sleep(act.ms),
      Effect.map(Clock.currentTimeMillis, (end) => {
        entry.end = end
      }),
    )
    entry.outcome = act
    return act.reason === null ? host : yield* Effect.fail(act.reason)
  })
  const read = (...tiers: readonly (readonly string[])[]) => {
    const refused = new Set<string>()
    return executeRead(
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
              if (classifyFailure(reason, "read") === "NextHost") refused.add(target.host)
            }),
          )
        }),
    )
  }
  const once = (host: string) =>
    requestOnce({ asked: { hosts, method: "once", refusal: "ofHost" }, target: { host } }, attempt)
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

/** Returns the retry time of a host's past response. */
const retryAt = ({ outcome: said }: ObservedRequest): number => {
  const reason = said?.reason
  return reason?._tag === "Status" && ![400, 403, 404].includes(reason.status) ? (reason.retryAt ?? 0) : 0
}

const medianJitter: typeof Random.Random.Service = { nextDoubleUnsafe: () => 0.5, nextIntUnsafe: () => 0 }

/** Runs an effect to its end and returns its duration in ms. */
export const runTimed = Effect.fnUntraced(
  function* <A, E>(effect: Effect.Effect<A, E>) {
    const start = yield* Clock.currentTimeMillis
    const fiber = yield* effect.pipe(
      Effect.result,
      Effect.flatMap((outcome) =>
        Effect.map(Clock.currentTimeMillis, (end) => ({ outcome, ms: end - start })),
      ),
      Effect.forkChild({ startImmediately: true }),
    )
    yield* TestClock.adjust(readPolicy.totalTimeoutMs)
    return yield* Fiber.join(fiber)
  },
  Effect.provideService(Random.Random, medianJitter),
)

export const down: HostAct = { ms: 10, reason: { _tag: "Unreachable", detail: "" } }
export const good = (ms: number): HostAct => ({ ms, reason: null })
export const hung = good(Number.POSITIVE_INFINITY)
export const busy = (until: number): HostAct => ({
  ms: 10,
  reason: { _tag: "Status", status: 429, retryAt: until },
})
