import type { SendReview } from "@wmodal/core/flows"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useWords } from "../../messages/Words.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { WalletAsked } from "../wallet/WalletAsked.tsx"
import { exactSum, isolated } from "./sums.ts"

export interface AskingToSendProps {
  readonly review: SendReview
  readonly slow: boolean
}

/** A payment is in the wallet's hands. */
export const AskingToSend = ({ review, slow }: AskingToSendProps) => {
  const { run } = useEngine()
  const { t, locale } = useWords()
  const { send } = useFlows()
  const amount = isolated(exactSum(locale, review.amount, review.holding.token))
  return (
    <WalletAsked
      network={review.network}
      text={(wallet) => t("send.askingText", { wallet, amount })}
      slow={slow ? "send.slowText" : null}
      onStop={() => run(send.back)}
    >
      {review.to.name !== null && <strong>{review.to.name}</strong>}
      <AddressGroups address={review.to.address} />
    </WalletAsked>
  )
}
