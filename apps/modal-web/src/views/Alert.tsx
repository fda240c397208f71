import { useEngine } from "../binding/EngineContext.tsx"
import { useValue } from "../binding/useValue.ts"
import { ProblemNotice } from "./ProblemNotice.tsx"

/** What keeps the whole modal from working, and only the site's operator can mend. */
export const Alert = () => {
  const { engine } = useEngine()
  const problem = useValue(engine.alerts.current)
  return problem && <ProblemNotice problem={problem} />
}
