import type { SwapState } from "@wmodal/core/flows"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { isolateText } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { formatExactAmount, formatSwapAmount } from "../send/formatAmounts.ts"
import { WalletPrompt } from "../wallet/WalletPrompt.tsx"
import { stepProgress } from "./stepProgress.ts"

export interface WaitingForSwapProps {
  readonly state: Extract<SwapState, { readonly _tag: "Asking" }>
}

const asks = { reset: "swap.askReset", approve: "swap.askApprove", swap: "swap.askSwap" } as const

/** A step that is pending in the wallet. */
export const WaitingForSwap = ({ state: { review, step, progress, slow } }: WaitingForSwapProps) => {
  const { run } = useEngine()
  const { t, locale } = useMessages()
  const { swap } = useFlows()
  const { quote, path, router } = review
  const amount = isolateText(formatExactAmount(locale, quote.amount, quote.source))
  const minimum = isolateText(formatSwapAmount(locale, quote.minimum, quote.destination))
  const asked = path._tag === "Batch" ? "swap.askBoth" : asks[step]
  const place = stepProgress({ review, progress, step })
  return (
    <WalletPrompt
      network={review.network}
      text={(wallet) => t(asked, { wallet, amount, minimum })}
      slow={slow ? "swap.slowText" : null}
      onStop={() => run(swap.back)}
    >
      {place.count > 1 && <span className="send-label">{t("swap.stepCount", place)}</span>}
      <AddressGroups address={router} />
    </WalletPrompt>
  )
}
