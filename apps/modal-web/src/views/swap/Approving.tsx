import type { SwapState } from "@wmodal/core/flows"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { FocusOnMount } from "../../ui/FocusOnMount.tsx"
import { PendingStatus } from "../../ui/PendingStatus.tsx"
import { RemoteImage } from "../../ui/RemoteImage.tsx"
import { SwapSteps } from "./SwapSteps.tsx"

export interface ApprovingProps {
  readonly state: Extract<SwapState, { readonly _tag: "Approving" }>
}

/** The approval is pending on the chain. The swap has not been requested yet. */
export const Approving = ({ state: { review, progress } }: ApprovingProps) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const { source } = review.quote
  const resets = review.steps[0].kind === "reset"
  const asked = progress.approval ?? progress.reset ?? null
  return (
    <FocusOnMount>
      <PendingStatus
        picture={<RemoteImage source={source.icon} name={source.symbol} shape="network" size="big" />}
        ring="turning"
        title={t(resets ? "swap.resetting" : "swap.approving")}
        text={t(resets ? "swap.resettingText" : "swap.approvingText")}
      >
        <SwapSteps review={review} progress={progress} at={review.steps[0].kind} />
        {asked !== null && (
          <Button tone="quiet" onPress={() => run(engine.router.push({ _tag: "Transaction", key: asked }))}>
            {t("swap.seeApproval")}
          </Button>
        )}
      </PendingStatus>
    </FocusOnMount>
  )
}
