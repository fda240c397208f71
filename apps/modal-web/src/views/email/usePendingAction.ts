import { Effect } from "effect"
import { useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"

/** Starts an action, and knows as long as it takes; meanwhile no other is started. */
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
