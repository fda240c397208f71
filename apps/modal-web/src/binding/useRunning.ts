import { Effect, Fiber } from "effect"
import { useEffect } from "react"

/** Runs an effect while the component is mounted. Pass the same object in each render. */
export const useRunning = (effect: Effect.Effect<unknown>): void => {
  useEffect(() => {
    const fiber = Effect.runFork(effect)
    return () => {
      Effect.runFork(Fiber.interrupt(fiber))
    }
  }, [effect])
}
