import { Effect } from "effect"
import type { TaskHandle } from "../effects/TaskHandle.ts"

/** Runs apart from whoever asked, and waits for it; what takes its place is waited for by others. */
export const runDetached = (slot: TaskHandle, effect: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.asVoid(Effect.result(Effect.flatten(slot.run(effect))))
