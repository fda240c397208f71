import type { SwapState } from "@wmodal/core/flows"
import { useState } from "react"
import { useFlowView } from "../../binding/useFlows.ts"
import { useRunning } from "../../binding/useRunning.ts"
import { useValue } from "../../binding/useValue.ts"
import { isolateText } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { FocusOnMount } from "../../ui/FocusOnMount.tsx"
import { PendingStatus } from "../../ui/PendingStatus.tsx"
import { RemoteImage } from "../../ui/RemoteImage.tsx"
import { formatExactAmount, formatSwapAmount } from "../send/formatAmounts.ts"
import { WalletPrompt } from "../wallet/WalletPrompt.tsx"
import { SwapReviewDetails } from "./SwapReviewDetails.tsx"
import { SeeApproval, SwapSteps } from "./SwapSteps.tsx"
import { stepProgress } from "./stepProgress.ts"

type StateOf<Tag extends SwapState["_tag"]> = Extract<SwapState, { readonly _tag: Tag }>

/** The review of a swap, the confirmation of each step, and the wallet requests. */
export const SwapPreview = () => {
  const { swap, t } = useFlowView()
  const state = useValue(swap.state)
  useRunning(swap.watch)
  /** True after waiting for an approval: the view that replaces it takes the focus. */
  const [waited, setWaited] = useState(false)
  if (state._tag === "Approving" && !waited) setWaited(true)

  switch (state._tag) {
    case "Reviewing":
      return waited && state.error === null ? (
        <FocusOnMount>
          <SwapReviewDetails state={state} />
        </FocusOnMount>
      ) : (
        <SwapReviewDetails state={state} />
      )
    case "Asking":
      return <WaitingForSwap state={state} />
    case "Approving":
      return <Approving state={state} />
    default:
      return <div className="waiting">{t("shell.loading")}</div>
  }
}

const asks = { reset: "swap.askReset", approve: "swap.askApprove", swap: "swap.askSwap" } as const

/** A step that is pending in the wallet. */
const WaitingForSwap = ({ state }: { readonly state: StateOf<"Asking"> }) => {
  const { run, swap, t, locale } = useFlowView()
  const { network, path, quote, router } = state.review
  const amount = isolateText(formatExactAmount(locale, quote.amount, quote.source))
  const minimum = isolateText(formatSwapAmount(locale, quote.minimum, quote.destination))
  const asked = path._tag === "Batch" ? "swap.askBoth" : asks[state.step]
  const place = stepProgress(state)
  return (
    <WalletPrompt
      network={network}
      text={(wallet) => t(asked, { wallet, amount, minimum })}
      slow={state.slow ? "swap.slowText" : null}
      onStop={() => run(swap.back)}
    >
      {place.count > 1 && <span className="send-label">{t("swap.stepCount", place)}</span>}
      <AddressGroups address={router} />
    </WalletPrompt>
  )
}

/** The approval is pending on the chain. The swap has not been requested yet. */
const Approving = ({ state: { progress, review } }: { readonly state: StateOf<"Approving"> }) => {
  const { t } = useMessages()
  const { source } = review.quote
  const resets = review.steps[0].kind === "reset"
  return (
    <FocusOnMount>
      <PendingStatus
        picture={<RemoteImage source={source.icon} name={source.symbol} shape="network" size="big" />}
        ring="turning"
        title={t(resets ? "swap.resetting" : "swap.approving")}
        text={t(resets ? "swap.resettingText" : "swap.approvingText")}
      >
        <SwapSteps review={review} progress={progress} />
        <SeeApproval entry={progress.approval ?? progress.reset ?? null} />
      </PendingStatus>
    </FocusOnMount>
  )
}
