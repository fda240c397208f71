import type { SendReview } from "@wmodal/core/flows"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { isolateText } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { WalletPrompt } from "../wallet/WalletPrompt.tsx"
import { formatExactAmount } from "./formatAmounts.ts"
import { Review } from "./Review.tsx"

/** The review of a payment, its confirmation, and the wallet request. */
export const WalletSendPreview = () => {
  const { t } = useMessages()
  const state = useValue(useFlows().send.state)

  switch (state._tag) {
    case "Reviewing":
      return <Review state={state} />
    case "Asking":
      return <WaitingForSend {...state} />
    case "Editing":
    case "Left":
      return <div className="waiting">{t("shell.loading")}</div>
  }
}

interface WaitingForSendProps {
  readonly review: SendReview
  readonly slow: boolean
}

/** A payment that is pending in the wallet. */
const WaitingForSend = ({ review: { amount, holding, network, to }, slow }: WaitingForSendProps) => {
  const { run } = useEngine()
  const { t, locale } = useMessages()
  const { send } = useFlows()
  const sum = isolateText(formatExactAmount(locale, amount, holding.token))
  return (
    <WalletPrompt
      network={network}
      text={(wallet) => t("send.askingText", { wallet, amount: sum })}
      slow={slow ? "send.slowText" : null}
      onStop={() => run(send.back)}
    >
      {to.name !== null && <strong>{to.name}</strong>}
      <AddressGroups address={to.address} />
    </WalletPrompt>
  )
}
