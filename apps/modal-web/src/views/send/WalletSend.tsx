import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { SendForm } from "./SendForm.tsx"

/** The view that composes a payment. */
export const WalletSend = () => {
  const { t } = useMessages()
  const state = useValue(useFlows().send.state)
  return state._tag === "Editing" ? (
    <SendForm state={state} />
  ) : (
    <div className="waiting">{t("shell.loading")}</div>
  )
}
