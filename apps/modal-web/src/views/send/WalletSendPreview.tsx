import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Review } from "./Review.tsx"
import { WaitingForSend } from "./WaitingForSend.tsx"

/** The review of a payment, its confirmation, and the wallet request. */
export const WalletSendPreview = () => {
  const { t } = useMessages()
  const { send } = useFlows()
  const state = useValue(send.state)

  switch (state._tag) {
    case "Reviewing":
      return <Review state={state} />
    case "Asking":
      return <WaitingForSend review={state.review} slow={state.slow} />
    case "Editing":
    case "Left":
      return <div className="waiting">{t("shell.loading")}</div>
  }
}
