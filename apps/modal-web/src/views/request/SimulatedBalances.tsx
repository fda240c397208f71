import type { SimulationResult } from "@wmodal/chains"
import { type Network, truncate } from "@wmodal/protocol"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Fact } from "../../ui/Fact.tsx"
import { BalancesCard } from "../wallet/BalancesCard.tsx"

export interface SimulatedBalancesProps {
  readonly trial: SimulationResult | null
  readonly network: Network
  /** True when every call can be read: else nothing is known beyond the balances. */
  readonly isRead: boolean
}

const toMoveParts = (amount: bigint, id: bigint) => ({
  amount: `${amount < 0n ? -amount : amount}`,
  id: id > 10n ** 20n ? truncate(`${id}`) : `${id}`,
})

/** The simulated balance changes. A failed or missing simulation is a warning with its own confirmation. */
export const SimulatedBalances = ({ trial, network, isRead }: SimulatedBalancesProps) => {
  const { t } = useMessages()
  const holdings = useValue(useFlows().holdings.state)
  if (trial?._tag !== "Simulated") return null
  const changes = trial.changes.filter(({ before, after }) => before !== after)
  const { moves = [] } = trial
  if (changes.length + moves.length === 0 && !isRead) return null
  const held = "holdings" in holdings ? holdings.holdings : []
  return (
    <BalancesCard
      title={t("request.after")}
      note={t(changes.length + moves.length > 0 ? "send.afterFee" : "request.unchanged")}
      changes={changes}
      network={network}
      tokens={held.map(({ token }) => token)}
    >
      {moves.length === 0
        ? undefined
        : moves.map(({ amount, collection, id }) => (
            <Fact key={`${collection} ${id}`} name={<bdi dir="ltr">{truncate(collection)}</bdi>}>
              <bdi>{t(amount < 0n ? "request.leaves" : "request.arrives", toMoveParts(amount, id))}</bdi>
            </Fact>
          ))}
    </BalancesCard>
  )
}
