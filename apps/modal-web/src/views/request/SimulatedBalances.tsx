import type { SimulationResult } from "@wmodal/chains"
import { isSameAddress, type Network, truncate } from "@wmodal/protocol"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import type { AmountUnitInfo } from "../send/formatAmounts.ts"
import { BalanceLine } from "../wallet/BalanceLine.tsx"

export interface SimulatedBalancesProps {
  readonly trial: SimulationResult | null
  readonly network: Network
}

/** The simulated balance changes. A failed or missing simulation is a warning with its own confirmation. */
export const SimulatedBalances = ({ trial, network }: SimulatedBalancesProps) => {
  const { t } = useMessages()
  const holdings = useValue(useFlows().holdings.state)
  if (trial?._tag !== "Simulated") return null
  const changes = trial.changes.filter(({ before, after }) => before !== after)
  const held = "holdings" in holdings ? holdings.holdings : []
  const countedOf = (token: string | null): AmountUnitInfo =>
    token === null
      ? network.nativeCurrency
      : (held.find(({ token: { address } }) => address !== null && isSameAddress(address, token))?.token ?? {
          symbol: truncate(token),
          decimals: 0,
        })
  return (
    <section className="send-card">
      <h2 className="send-label">{t("request.after")}</h2>
      {changes.length > 0 && (
        <dl className="send-facts">
          {changes.map((change) => (
            <BalanceLine key={change.token} change={change} counted={countedOf(change.token)} />
          ))}
        </dl>
      )}
      <p className="send-note">{t(changes.length > 0 ? "send.afterFee" : "request.unchanged")}</p>
    </section>
  )
}
