import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { SendForm } from "./SendForm.tsx"

/** The view that composes a payment. */
export const WalletSend = () => {
  const { engine } = useEngine()
  const { t } = useMessages()
  const account = useValue(engine.account.state)
  return account === null ? <div className="waiting">{t("account.none")}</div> : <Sending />
}

const Sending = () => {
  const { t } = useMessages()
  const { send } = useFlows()
  const state = useValue(send.state)
  return state._tag === "Editing" ? (
    <SendForm state={state} />
  ) : (
    <div className="waiting">{t("shell.loading")}</div>
  )
}
