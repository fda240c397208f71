import { Clock, Context, Effect } from "effect"
import { readPolicy } from "./Retry.ts"

/** What somebody asked for, however many reads it takes: they share one deadline and one budget of requests. */
export interface LogicalCall {
  /** UTC milliseconds. */
  readonly end: number
  readonly left: () => number
  /** Takes one request off what is left, and says whether there was one. */
  readonly charge: () => boolean
}

interface Shared extends LogicalCall {
  /** It may make as many requests as the largest of its reads could make alone. */
  readonly allow: (requests: number) => void
}

const Outer = Context.Reference<Shared | null>("@wmodal/protocol/LogicalCall", { defaultValue: () => null })

const begin = Effect.map(Clock.currentTimeMillis, (now): Shared => {
  let allowed = 0
  let spent = 0
  const left = () => Math.max(0, allowed - spent)
  return {
    end: now + readPolicy.total,
    left,
    charge: () => {
      if (left() === 0) return false
      spent++
      return true
    },
    allow: (requests) => {
      allowed = Math.max(allowed, requests)
    },
  }
})

/** The logical call that a read is part of; `null` where it is one by itself. */
export const outerCall = (requests: number): Effect.Effect<LogicalCall | null> =>
  Effect.map(Effect.service(Outer), (call) => {
    call?.allow(requests)
    return call
  })

/** The logical call that a read is part of, else one of its own. */
export const joinCall = Effect.fnUntraced(function* (requests: number): Effect.fn.Return<LogicalCall> {
  const call = (yield* Outer) ?? (yield* begin)
  call.allow(requests)
  return call
})

/** All reads of this effect are one logical call. Inside of another one it is part of that. */
export const asOneCall = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const call = (yield* Outer) ?? (yield* begin)
    return yield* Effect.provideService(effect, Outer, call)
  })

/** A logical call of its own, whatever runs around it. */
export const apart = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(effect, Outer, null)
