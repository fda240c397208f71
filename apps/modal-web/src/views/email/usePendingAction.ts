import { Effect } from "effect"
import { useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"

/** Returns a function that starts an action, and whether one is pending. A pending action blocks others. */
export const usePendingAction = () => {
  const { run } = useEngine()
  const [underWay, set] = useState(false)
  const start = (action: Effect.Effect<unknown, unknown>) => {
    if (underWay) return
    set(true)
    run(
      Effect.ensuring(
        action,
        Effect.sync(() => set(false)),
      ),
    )
  }
  return [underWay, start] as const
}
