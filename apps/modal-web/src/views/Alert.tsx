import { Suspense } from "react"
import { useEngine } from "../binding/EngineContext.tsx"
import { useValue } from "../binding/useValue.ts"
import { trouble } from "../chunks.ts"

/** What keeps the whole modal from working, and only the site's operator can mend. */
export const Alert = () => {
  const { engine } = useEngine()
  const problem = useValue(engine.alerts.current)
  return (
    problem && (
      <Suspense>
        <trouble.Show>{({ ProblemNotice }) => <ProblemNotice problem={problem} />}</trouble.Show>
      </Suspense>
    )
  )
}
