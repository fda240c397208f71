import { useState } from "react"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { FocusOnMount } from "../../ui/FocusOnMount.tsx"
import { Approving } from "./Approving.tsx"
import { SwapReviewDetails } from "./SwapReviewDetails.tsx"
import { useWatch } from "./useWatch.ts"
import { WaitingForSwap } from "./WaitingForSwap.tsx"

/** The review of a swap, the confirmation of each step, and the wallet requests. */
export const SwapPreview = () => {
  const { t } = useMessages()
  const { swap } = useFlows()
  const state = useValue(swap.state)
  useWatch()
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
