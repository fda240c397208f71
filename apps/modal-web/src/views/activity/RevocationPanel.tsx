import type { LedgerEntry } from "@wmodal/core/flows"
import { useFlows } from "../../binding/useFlows.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { OfferDone, OfferError, OfferPanel } from "./OfferPanel.tsx"
import { RevocationCard } from "./RevocationCard.tsx"
import { useOfferedReview } from "./useOfferedReview.ts"

/** Offers to take an approval back, such as that of a swap that stopped after it. */
export const RevocationPanel = ({ entry }: { readonly entry: LedgerEntry }) => {
  const { t } = useMessages()
  const { approvals } = useFlows()
  const { cancel, error, look, shown, stage, submit } = useOfferedReview(
    approvals.prepareRevocation(entry.id),
    approvals.revoke,
  )
  if (stage === "done") return <OfferDone>{t("revoke.done")}</OfferDone>
  const asking = stage === "asking"
  if (!asking && !approvals.canRevoke(entry)) return <OfferError error={error} />
  if (shown !== null && (asking || stage === "shown"))
    return (
      <RevocationCard revocation={shown} asking={asking} onCancel={cancel} onSubmit={() => submit(shown)} />
    )
  return (
    <>
      <OfferError error={error} />
      <OfferPanel
        why={t("revoke.why")}
        label={t(stage === "looking" ? "revoke.looking" : "revoke.offer")}
        isLooking={stage === "looking"}
        onPress={look}
      />
    </>
  )
}
