import type { SwapState } from "@wmodal/core/flows"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useWords } from "../../messages/Words.tsx"
import { Asking } from "../../ui/Asking.tsx"
import { Button } from "../../ui/Button.tsx"
import { Focused } from "../../ui/Focused.tsx"
import { Picture } from "../../ui/Picture.tsx"
import { SwapSteps } from "./SwapSteps.tsx"

export interface ApprovingProps {
  readonly state: Extract<SwapState, { readonly _tag: "Approving" }>
}

/** The approval is with the chain, and nothing of the swap with anybody. */
export const Approving = ({ state: { review, progress } }: ApprovingProps) => {
  const { engine, run } = useEngine()
  const { t } = useWords()
  const { source } = review.quote
  const resets = review.steps[0].kind === "reset"
  const asked = progress.approval ?? progress.reset ?? null
  return (
    <Focused>
      <Asking
        picture={<Picture source={source.icon} name={source.symbol} shape="network" size="big" />}
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
      </Asking>
    </Focused>
  )
}
