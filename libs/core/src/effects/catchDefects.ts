import { Effect } from "effect"
import { EngineError } from "../problems/EngineError.ts"

/** What a connector throws instead of failing is still only a failed call: nothing of it reaches the page. */
export const catchDefects = <A, E>(call: Effect.Effect<A, E>): Effect.Effect<A, E | EngineError> =>
  Effect.catchDefect(call, (defect) =>
    Effect.fail(
      new EngineError({
        reason: { _tag: "Unknown", detail: defect instanceof Error ? defect.message.slice(0, 200) : "" },
      }),
    ),
  )
