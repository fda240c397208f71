import { Effect } from "effect"

/**
 * Runs what a listener does. What it throws is reported as an unhandled rejection, as `Feed` reports it, and the caller
 * continues.
 */
export const reportDefects = (listener: () => Effect.Effect<void>): Effect.Effect<void> =>
  Effect.catchDefect(Effect.suspend(listener), (defect) => Effect.sync(() => void Promise.reject(defect)))
