import { Effect } from "effect"
import type { TaskHandle } from "./TaskHandle.ts"

/** Runs independently of the caller, and waits for the result; a replacement is awaited by its own caller. */
export const runDetached = (slot: TaskHandle, effect: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.asVoid(Effect.result(Effect.flatten(slot.run(effect))))
