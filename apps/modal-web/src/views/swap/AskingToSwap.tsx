import type { SwapState } from "@wmodal/core/flows"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useWords } from "../../messages/Words.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { exactSum, isolated } from "../send/sums.ts"
import { WalletAsked } from "../wallet/WalletAsked.tsx"
import { placeInSteps } from "./placeInSteps.ts"

export interface AskingToSwapProps {
  readonly state: Extract<SwapState, { readonly _tag: "Asking" }>
}

const asks = { reset: "swap.askReset", approve: "swap.askApprove", swap: "swap.askSwap" } as const

/** One step is in the wallet's hands. */
export const AskingToSwap = ({ state: { review, step, progress, slow } }: AskingToSwapProps) => {
  const { run } = useEngine()
  const { t, locale } = useWords()
  const { swap } = useFlows()
  const { quote, path, router } = review
  const amount = isolated(exactSum(locale, quote.amount, quote.source))
  const minimum = isolated(exactSum(locale, quote.minimum, quote.destination))
  const asked = path._tag === "Batch" ? "swap.askBoth" : asks[step]
  const place = placeInSteps({ review, progress, step })
  return (
    <WalletAsked
      network={review.network}
      text={(wallet) => t(asked, { wallet, amount, minimum })}
      slow={slow ? "swap.slowText" : null}
      onStop={() => run(swap.back)}
    >
      {place.count > 1 && <span className="send-label">{t("swap.stepCount", place)}</span>}
      <AddressGroups address={router} />
    </WalletAsked>
  )
}
