import type { Problem } from "@wmodal/core"
import { useEngine } from "../binding/EngineContext.tsx"
import { useMessages } from "../messages/Translate.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import { ProblemNotice } from "./ProblemNotice.tsx"

/** An alert above every view, with a button that dismisses it. */
export const AlertNotice = ({ problem }: { readonly problem: Problem }) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  return (
    <div className="alert-notice">
      <ProblemNotice problem={problem} />
      <IconButton icon="close" label={t("action.dismiss")} onPress={() => run(engine.alerts.dismiss)} />
    </div>
  )
}
