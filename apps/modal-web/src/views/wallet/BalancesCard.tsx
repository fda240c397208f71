import type { BalanceChange } from "@wmodal/chains"
import { isSameAddress, type Network, truncate } from "@wmodal/protocol"
import type { ReactNode } from "react"
import { useMessages } from "../../messages/Translate.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { type AmountUnitInfo, formatBeforeAndAfter } from "../send/formatAmounts.ts"

export interface BalancesCardProps {
  readonly title: string
  readonly note: string
  readonly changes: readonly BalanceChange[]
  readonly network: Pick<Network, "nativeCurrency">
  /** The known tokens of the changes; the address stands for any other. */
  readonly tokens: readonly KnownToken[]
  /** Further lines of the `dl`. */
  readonly children?: ReactNode
}

interface KnownToken extends AmountUnitInfo {
  readonly address: string | null
}

const getUnitInfo = (
  token: string | null,
  { nativeCurrency }: BalancesCardProps["network"],
  tokens: readonly KnownToken[],
): AmountUnitInfo =>
  token === null
    ? nativeCurrency
    : (tokens.find(({ address }) => address !== null && isSameAddress(address, token)) ?? {
        symbol: truncate(token),
        decimals: 0,
      })

/** The simulated balances of a review. */
export const BalancesCard = ({ changes, children, network, note, title, tokens }: BalancesCardProps) => (
  <section className="send-card">
    <h2 className="send-label">{title}</h2>
    {(changes.length > 0 || children !== undefined) && (
      <dl className="send-facts">
        {changes.map((change) => (
          <BalanceLine
            key={change.token}
            change={change}
            counted={getUnitInfo(change.token, network, tokens)}
          />
        ))}
        {children}
      </dl>
    )}
    <p className="send-note">{note}</p>
  </section>
)

interface BalanceLineProps {
  readonly change: BalanceChange
  readonly counted: AmountUnitInfo
}

/** The balance before and after, as a line of a `dl`. */
const BalanceLine = ({ change, counted }: BalanceLineProps) => {
  const { t, locale } = useMessages()
  const [before, after] = formatBeforeAndAfter(locale, change, counted)
  return (
    <div>
      <dt>
        <bdi>{counted.symbol}</bdi>
      </dt>
      <dd>
        <span className="hidden">{t("send.change", { before, after })}</span>
        <bdi dir="ltr" className="change" aria-hidden="true">
          <span className="muted">{before}</span>
          <Icon name="arrow" />
          <span>{after}</span>
        </bdi>
      </dd>
    </div>
  )
}
