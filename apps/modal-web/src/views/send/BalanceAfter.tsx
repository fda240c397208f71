import type { SendReview } from "@wmodal/core/flows"
import { isSameAddress, truncate } from "@wmodal/protocol"
import { useMessages } from "../../messages/Translate.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { BalanceLine } from "../wallet/BalanceLine.tsx"
import { type AmountUnitInfo, formatExactAmount } from "./formatAmounts.ts"

const sameToken = (one: string | null, other: string | null) =>
  one === null || other === null ? one === other : isSameAddress(one, other)

const getUnitInfo = (token: string | null, { holding, network }: SendReview): AmountUnitInfo =>
  sameToken(token, holding.token.address)
    ? holding.token
    : token === null
      ? network.nativeCurrency
      : { symbol: truncate(token), decimals: 0 }

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
    case "Reverts":
      return <Notice tone="bad" title={t("send.wouldFail")} text={simulation.text} />
    case "Simulated": {
      const reached = getArrivingAmount(review)
      return (
        <section className="send-card">
          <h2 className="send-label">{t("send.after")}</h2>
          <dl className="send-facts">
            {simulation.sender.map((change) => (
              <BalanceLine key={change.token} change={change} counted={getUnitInfo(change.token, review)} />
            ))}
            {reached !== null && (
              <div data-tone="warn">
                <dt>{t("send.arrivesLess")}</dt>
                <dd>
                  <bdi dir="ltr">{formatExactAmount(locale, reached, holding.token)}</bdi>
                </dd>
              </div>
            )}
          </dl>
          <p className="send-note">{t(reached === null ? "send.afterFee" : "send.arrivesLessText")}</p>
        </section>
      )
    }
  }
}
