import { Effect } from "effect"
import { EngineError } from "../problems/EngineError.ts"

/** Loads once, on first use; a failed load is tried again by the next caller. */
export const loadOnce = <A>(load: () => Promise<A>): Effect.Effect<A, EngineError> => {
  let known: Effect.Effect<A> | null = null
  let loading: Promise<A> | null = null
  const first = Effect.tryPromise({
    try: () => {
      loading ??= load().then(
        (loaded) => {
          known = Effect.succeed(loaded)
          return loaded
        },
        (error: unknown) => {
          loading = null
          throw error
        },
      )
      return loading
    },
    catch: () => new EngineError({ reason: { _tag: "Unknown", detail: loadFailedMessage } }),
  })
  // A loaded value is returned at once.
  return Effect.suspend(() => known ?? first)
}

export const loadFailedMessage = "A part of this page could not be loaded."
