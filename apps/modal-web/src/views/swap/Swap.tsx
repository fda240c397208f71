import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { NoSwaps } from "./NoSwaps.tsx"
import { SwapForm } from "./SwapForm.tsx"
import { useWatch } from "./useWatch.ts"

/** The view that composes a swap. */
export const Swap = () => {
  const { engine } = useEngine()
  const { t } = useMessages()
  const account = useValue(engine.account.state)
  return account === null ? <div className="waiting">{t("account.none")}</div> : <Swapping />
}

const Swapping = () => {
  const { t } = useMessages()
  const { swap } = useFlows()
  const state = useValue(swap.state)
  useWatch()

  switch (state._tag) {
    case "Editing":
      return <SwapForm state={state} />
    case "Unsupported":
      return <NoSwaps networks={state.networks} />
    default:
      return <Skeleton rows={2} label={t("swap.loading")} />
  }
}
