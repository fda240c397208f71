import { useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { useWords } from "../../messages/Words.tsx"
import { Focused } from "../../ui/Focused.tsx"
import { useReviewPlace } from "../wallet/useReviewPlace.ts"
import { Approving } from "./Approving.tsx"
import { AskingToSwap } from "./AskingToSwap.tsx"
import { SwapOff } from "./SwapOff.tsx"
import { SwapReviewed } from "./SwapReviewed.tsx"
import { useWatch } from "./useWatch.ts"

/** A swap is looked at as a whole, confirmed step by step, and left to the wallet. */
export const SwapPreview = () => (useEngine().engine.options.features.swaps ? <Previewing /> : <SwapOff />)

const Previewing = () => {
  const { t } = useWords()
  const { swap } = useFlows()
  const state = useValue(swap.state)
  useWatch()
  const left = state._tag === "Left" ? (state.progress.swap ?? state.progress.approval) : null
  const underWay = state._tag === "Reviewing" || state._tag === "Asking" || state._tag === "Approving"
  /** An approval was waited for: what comes in its place takes the focus. */
  const [waited, setWaited] = useState(false)
  if (state._tag === "Approving" && !waited) setWaited(true)
  useReviewPlace({ left, editing: !underWay && left === null, form: "Swap" })

  switch (state._tag) {
    case "Reviewing":
      return waited && state.error === null ? (
        <Focused>
          <SwapReviewed state={state} />
        </Focused>
      ) : (
        <SwapReviewed state={state} />
      )
    case "Asking":
      return <AskingToSwap state={state} />
    case "Approving":
      return <Approving state={state} />
    default:
      return <div className="waiting">{t("shell.loading")}</div>
  }
}
