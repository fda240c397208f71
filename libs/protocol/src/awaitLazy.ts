import { Effect } from "effect"
import type { Lazy } from "./lazy.ts"

/** Returns the value of a late part: at once if it is loaded. `toError` makes the error from the cause of a failure. */
export const awaitLazy = <A, E>(part: Lazy<A>, toError: (cause: unknown) => E): Effect.Effect<A, E> =>
  Effect.suspend(() => {
    const value = part.now()
    return value === null ? Effect.tryPromise({ try: part.get, catch: toError }) : Effect.succeed(value)
  })
