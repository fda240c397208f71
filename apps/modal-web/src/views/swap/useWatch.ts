import { Effect, Fiber } from "effect"
import { useEffect } from "react"
import { useFlows } from "../../binding/useFlows.ts"

/** Keeps quotes fresh while a view of the swap is mounted. */
export const useWatch = (): void => {
  const { swap } = useFlows()
  useEffect(() => {
    const fiber = Effect.runFork(swap.watch)
    return () => {
      Effect.runFork(Fiber.interrupt(fiber))
    }
  }, [swap])
}
