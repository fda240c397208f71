import { Suspense } from "react"
import { useEngine } from "../binding/EngineContext.tsx"
import { useValue } from "../binding/useValue.ts"
import { errorViews } from "../chunks.ts"

/** An alert about a failure that blocks the whole modal and that only the dApp's operator can fix. */
export const Alert = () => {
  const { engine } = useEngine()
  const problem = useValue(engine.alerts.current)
  return (
    problem && (
      <Suspense>
        <errorViews.Show>{({ AlertNotice }) => <AlertNotice problem={problem} />}</errorViews.Show>
      </Suspense>
    )
  )
}
