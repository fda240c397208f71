import type { BalanceChange } from "@wmodal/chains"
import type { ReactNode } from "react"
import type { AmountUnitInfo } from "../send/formatAmounts.ts"
import { BalanceLine } from "./BalanceLine.tsx"

export interface BalancesCardProps {
  readonly title: string
  readonly note: string
  readonly changes: readonly BalanceChange[]
  readonly getUnitInfo: (token: string | null) => AmountUnitInfo
  /** Further lines of the `dl`. */
  readonly children?: ReactNode
}

/** The simulated balances of a review. */
export const BalancesCard = ({ changes, children, getUnitInfo, note, title }: BalancesCardProps) => (
  <section className="send-card">
    <h2 className="send-label">{title}</h2>
    {(changes.length > 0 || children !== undefined) && (
      <dl className="send-facts">
        {changes.map((change) => (
          <BalanceLine key={change.token} change={change} counted={getUnitInfo(change.token)} />
        ))}
        {children}
      </dl>
    )}
    <p className="send-note">{note}</p>
  </section>
)
