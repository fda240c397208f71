import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"

/** A source of changes: calls back after each one, until its result is called. */
type Changes = (changed: () => void) => () => void

/** Returns the changes of a ref. */
export const changesOf =
  <A>(ref: SubscriptionRef.SubscriptionRef<A>): Changes =>
  (changed) =>
    SubscriptionRef.subscribe(ref, changed)

/** Waits until `decide` returns a value, and asks it again after every change. */
export const until = <A>(sources: readonly Changes[], decide: () => A | undefined): Effect.Effect<A> =>
  Effect.callback<A>((resume) => {
    let stops: readonly (() => void)[] = []
    let isDecided = false
    const stop = () => {
      for (const end of stops) end()
      stops = []
    }
    const check = () => {
      const value = isDecided ? undefined : decide()
      if (value === undefined) return
      isDecided = true
      stop()
      resume(Effect.succeed(value))
    }
    check()
    if (!isDecided) stops = sources.map((follow) => follow(check))
    return Effect.sync(stop)
  })
