import { Clock, Context, Effect } from "effect"
import { readPolicy } from "./Retry.ts"

/** What somebody asked for, however many reads it takes: they share one deadline and one budget of requests. */
export interface LogicalCall {
  /** UTC milliseconds. */
  readonly end: number
  readonly remaining: () => number
  /** Takes one request off what is left, and says whether there was one. */
  readonly charge: () => boolean
}

interface SharedLogicalCall extends LogicalCall {
  /** It may make as many requests as the largest of its reads could make alone. */
  readonly allow: (requests: number) => void
}

const CurrentCall = Context.Reference<SharedLogicalCall | null>("@wmodal/protocol/LogicalCall", {
  defaultValue: () => null,
})

const startLogicalCall = Effect.map(Clock.currentTimeMillis, (now): SharedLogicalCall => {
  let allowed = 0
  let spent = 0
  const left = () => Math.max(0, allowed - spent)
  return {
    end: now + readPolicy.totalTimeoutMs,
    remaining: left,
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
export const currentLogicalCall = (requests: number): Effect.Effect<LogicalCall | null> =>
  Effect.map(Effect.service(CurrentCall), (call) => {
    call?.allow(requests)
    return call
  })

/** The logical call that a read is part of, else one of its own. */
export const joinLogicalCall = Effect.fnUntraced(function* (requests: number): Effect.fn.Return<LogicalCall> {
  const call = (yield* CurrentCall) ?? (yield* startLogicalCall)
  call.allow(requests)
  return call
})

/** All reads of this effect are one logical call. Inside of another one it is part of that. */
export const withLogicalCall = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const call = (yield* CurrentCall) ?? (yield* startLogicalCall)
    return yield* Effect.provideService(effect, CurrentCall, call)
  })

/** A logical call of its own, whatever runs around it. */
export const withSeparateCall = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(effect, CurrentCall, null)
