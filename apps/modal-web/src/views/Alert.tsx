import { Suspense } from "react"
import { useEngine } from "../binding/EngineContext.tsx"
import { useValue } from "../binding/useValue.ts"
import { errorViews } from "../chunks.ts"

/** What keeps the whole modal from working, and only the site's operator can mend. */
export const Alert = () => {
  const { engine } = useEngine()
  const problem = useValue(engine.alerts.current)
  return (
    problem && (
      <Suspense>
        <errorViews.Show>{({ ProblemNotice }) => <ProblemNotice problem={problem} />}</errorViews.Show>
      </Suspense>
    )
  )
}
