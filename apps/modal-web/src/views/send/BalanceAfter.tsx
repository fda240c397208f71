import type { SendReview } from "@wmodal/core/flows"
import { isSameAddress } from "@wmodal/protocol"
import { useMessages } from "../../messages/Translate.tsx"
import { Fact } from "../../ui/Fact.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { BalancesCard } from "../wallet/BalancesCard.tsx"
import { formatExactAmount } from "./formatAmounts.ts"

const sameToken = (one: string | null, other: string | null) =>
  one === null || other === null ? one === other : isSameAddress(one, other)

/**
 * Returns the amount that arrives when it differs from the sent one; `null` when it does not, or when both accounts are
 * the same.
 */
const getArrivingAmount = ({ simulation, holding, amount, to, account }: SendReview) => {
  if (simulation._tag !== "Simulated" || account.endsWith(`:${to.address}`)) return null
  const change = simulation.recipient.find(({ token }) => sameToken(token, holding.token.address))
  if (change === undefined) return null
  const reached = change.after - change.before
  return reached === amount ? null : reached
}

/** The simulated result of the payment. */
export const BalanceAfter = ({ review }: { readonly review: SendReview }) => {
  const { t, locale } = useMessages()
  const { simulation, holding } = review
  switch (simulation._tag) {
    case "Unavailable":
      return <Notice tone="info" title={t("send.noSimulation")} text={t("send.noSimulationText")} />
    case "Simulated": {
      const reached = getArrivingAmount(review)
      return (
        <BalancesCard
          title={t("send.after")}
          note={t(reached === null ? "send.afterFee" : "send.arrivesLessText")}
          changes={simulation.sender}
          network={review.network}
          tokens={[holding.token]}
        >
          {reached !== null && (
            <Fact
              name={t("send.arrivesLess")}
              tone="warn"
              amount={formatExactAmount(locale, reached, holding.token)}
            />
          )}
        </BalancesCard>
      )
    }
  }
}
