import { Effect } from "effect"
import { EngineError } from "../problems/EngineError.ts"

/** Converts a connector's defect into a failed call, without its details. */
export const catchDefects = <A, E>(call: Effect.Effect<A, E>): Effect.Effect<A, E | EngineError> =>
  Effect.catchDefect(call, (defect) =>
    Effect.fail(
      new EngineError({
        reason: { _tag: "Unknown", detail: defect instanceof Error ? defect.message.slice(0, 200) : "" },
      }),
    ),
  )
