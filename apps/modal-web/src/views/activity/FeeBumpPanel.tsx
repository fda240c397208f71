import type { LedgerEntry } from "@wmodal/core/flows"
import { useFlows } from "../../binding/useFlows.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { FeeBumpCard } from "./FeeBumpCard.tsx"
import { OfferDone, OfferError, OfferPanel } from "./OfferPanel.tsx"
import { useOfferedReview } from "./useOfferedReview.ts"

/** Offers a higher fee for a pending payment, so that it confirms sooner. It stays the same payment. */
export const FeeBumpPanel = ({ entry }: { readonly entry: LedgerEntry }) => {
  const { t } = useMessages()
  const { send } = useFlows()
  const { cancel, error, look, shown, stage, submit } = useOfferedReview(
    send.raiseFee(entry.id),
    send.submitRaise,
  )
  if (stage === "done") return <OfferDone>{t("raise.done")}</OfferDone>
  const asking = stage === "asking"
  // A payment that was mined meanwhile needs no higher fee; a request in the wallet may still get a response.
  if (!asking && !send.canRaiseFee(entry)) return <OfferError error={error} />
  if (shown !== null && (asking || stage === "shown"))
    return <FeeBumpCard raise={shown} asking={asking} onCancel={cancel} onSubmit={() => submit(shown)} />
  return (
    <>
      <OfferError error={error} />
      <OfferPanel
        why={t("raise.why")}
        label={t(stage === "looking" ? "raise.looking" : "raise.offer")}
        isLooking={stage === "looking"}
        onPress={look}
      />
    </>
  )
}
