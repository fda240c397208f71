import { awaitLazy, type Lazy } from "@wmodal/protocol"
import type { Effect } from "effect"
import { EngineError } from "../problems/EngineError.ts"

/** Returns a late part of the engine. An `EngineError` of its load is kept. */
export const loadPart = <A>(part: Lazy<A>): Effect.Effect<A, EngineError> =>
  awaitLazy(part, (cause) =>
    cause instanceof EngineError
      ? cause
      : new EngineError({ reason: { _tag: "Unknown", detail: loadFailedMessage } }),
  )

export const loadFailedMessage = "A part of this page could not be loaded."
