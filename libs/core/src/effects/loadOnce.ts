import { Effect } from "effect"
import { EngineError } from "../problems/EngineError.ts"

/** Loads with the first question, once; what could not be loaded is loaded again for whoever asks next. */
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
  // Whoever asks for what is there has it at once.
  return Effect.suspend(() => known ?? first)
}

export const loadFailedMessage = "A part of this page could not be loaded."
