import type { SwapReview } from "@wmodal/core/flows"
import { useMessages } from "../../messages/Translate.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { BalancesCard } from "../wallet/BalancesCard.tsx"

/** The simulated effect of the swap on the account. */
export const SwapBalances = ({ review }: { readonly review: SwapReview }) => {
  const { t } = useMessages()
  const { network, quote, trial } = review
  switch (trial._tag) {
    // A missing simulation is a warning with its own confirmation.
    case "Unavailable":
      return null
    case "Reverts":
      return <Notice tone="bad" title={t("send.wouldFail")} text={trial.text} />
    case "Simulated":
      return (
        <BalancesCard
          title={t("send.after")}
          note={t("send.afterFee")}
          changes={trial.changes.filter(({ before, after }) => before !== after)}
          network={network}
          tokens={[quote.source, quote.destination]}
        />
      )
  }
}
