import { useFlows } from "../../binding/useFlows.ts"
import { useRunning } from "../../binding/useRunning.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { NoSwaps } from "./NoSwaps.tsx"
import { SwapForm } from "./SwapForm.tsx"

/** The view that composes a swap. Its quotes stay fresh while it is mounted. */
export const Swap = () => {
  const { t } = useMessages()
  const { swap } = useFlows()
  const state = useValue(swap.state)
  useRunning(swap.watch)

  switch (state._tag) {
    case "Editing":
      return <SwapForm state={state} />
    case "Unsupported":
      return <NoSwaps networks={state.networks} />
    default:
      return <Skeleton rows={2} label={t("swap.loading")} />
  }
}
