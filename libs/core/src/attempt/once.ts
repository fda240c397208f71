import { Effect } from "effect"
import { EngineError } from "../problems/EngineError.ts"

/** Loads with the first question, once; what could not be loaded is loaded again for whoever asks next. */
export const once = <A>(load: () => Promise<A>): Effect.Effect<A, EngineError> => {
  let loading: Promise<A> | null = null
  return Effect.tryPromise({
    try: () => {
      loading ??= load().catch((error: unknown) => {
        loading = null
        throw error
      })
      return loading
    },
    catch: () => new EngineError({ reason: { _tag: "Unknown", detail: lost } }),
  })
}

const lost = "A part of this page could not be loaded."
