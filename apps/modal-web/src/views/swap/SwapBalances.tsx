import type { SwapReview } from "@wmodal/core/flows"
import { truncate } from "@wmodal/protocol"
import { useMessages } from "../../messages/Translate.tsx"
import { Notice } from "../../ui/Notice.tsx"
import type { AmountUnitInfo } from "../send/formatAmounts.ts"
import { BalancesCard } from "../wallet/BalancesCard.tsx"

const getUnitInfo = (token: string | null, { quote, network }: SwapReview): AmountUnitInfo => {
  const wanted = token?.toLowerCase()
  const known = [quote.source, quote.destination].find(({ address }) => address?.toLowerCase() === wanted)
  if (known !== undefined) return known
  return token === null ? network.nativeCurrency : { symbol: truncate(token), decimals: 0 }
}

/** The simulated effect of the swap on the account. */
export const SwapBalances = ({ review }: { readonly review: SwapReview }) => {
  const { t } = useMessages()
  const { trial } = review
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
          getUnitInfo={(token) => getUnitInfo(token, review)}
        />
      )
  }
}
