import type { SendReview } from "@wmodal/core/flows"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { isolateText } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { WalletPrompt } from "../wallet/WalletPrompt.tsx"
import { formatExactAmount } from "./formatAmounts.ts"

export interface WaitingForSendProps {
  readonly review: SendReview
  readonly slow: boolean
}

/** A payment that is pending in the wallet. */
export const WaitingForSend = ({ review, slow }: WaitingForSendProps) => {
  const { run } = useEngine()
  const { t, locale } = useMessages()
  const { send } = useFlows()
  const amount = isolateText(formatExactAmount(locale, review.amount, review.holding.token))
  return (
    <WalletPrompt
      network={review.network}
      text={(wallet) => t("send.askingText", { wallet, amount })}
      slow={slow ? "send.slowText" : null}
      onStop={() => run(send.back)}
    >
      {review.to.name !== null && <strong>{review.to.name}</strong>}
      <AddressGroups address={review.to.address} />
    </WalletPrompt>
  )
}
