import { Context, Effect } from "effect"
import * as Clock from "../Clock.ts"
import { readPolicy } from "./Retry.ts"

/** One operation of a caller, of any number of reads: they share one deadline and one request budget. */
export interface LogicalCall {
  /** UTC milliseconds. */
  readonly end: number
  readonly remaining: () => number
  /** Takes one request off the budget, and returns `false` when none is left. */
  readonly charge: () => boolean
}

interface SharedLogicalCall extends LogicalCall {
  /** Raises the budget to that of the largest read in the call. */
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

/** Returns the logical call of the current read, or `null` for an independent read. */
export const currentLogicalCall = (requests: number): Effect.Effect<LogicalCall | null> =>
  Effect.map(Effect.service(CurrentCall), (call) => {
    call?.allow(requests)
    return call
  })

/** Returns the logical call of the current read, else a new one. */
export const joinLogicalCall = Effect.fnUntraced(function* (requests: number): Effect.fn.Return<LogicalCall> {
  const call = (yield* CurrentCall) ?? (yield* startLogicalCall)
  call.allow(requests)
  return call
})

/** Runs all reads of an effect as one logical call. Joins the outer logical call, if any. */
export const withLogicalCall = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const call = (yield* CurrentCall) ?? (yield* startLogicalCall)
    return yield* Effect.provideService(effect, CurrentCall, call)
  })

/** Runs an effect in its own logical call, independent of an outer one. */
export const withSeparateCall = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(effect, CurrentCall, null)
