import { presentFlow, type SendError } from "@wmodal/core/flows"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useWords } from "../../messages/Words.tsx"
import { Notice } from "../../ui/Notice.tsx"

/** A payment that did not go ahead: what happened, and that nothing was sent. */
export const SendNotice = ({ error }: { readonly error: SendError }) => {
  const { engine, run } = useEngine()
  const { t, say } = useWords()
  const { send } = useFlows()
  const { title, body, action } = presentFlow(error)
  const { reason } = error
  return (
    <Notice tone="bad" title={say(title)} text={say(body)}>
      {action === "reviewAgain" && (
        <span className="notice-actions">
          <button type="button" className="chip" onClick={() => run(send.review)}>
            {t("action.reviewAgain")}
          </button>
        </span>
      )}
      {reason._tag === "Twin" && (
        <span className="notice-actions">
          <button
            type="button"
            className="chip"
            onClick={() => run(engine.router.push({ _tag: "Transaction", key: reason.entry }))}
          >
            {t("send.seeEarlier")}
          </button>
        </span>
      )}
    </Notice>
  )
}
