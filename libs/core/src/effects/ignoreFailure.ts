import { Effect } from "effect"

/** Like `Effect.ignore`, which needs effect's loggers: 4 kB of the engine's chunk. */
export const ignoreFailure = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<void, never, R> =>
  Effect.catch(Effect.asVoid(effect), () => Effect.void)
