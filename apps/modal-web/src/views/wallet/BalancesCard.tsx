import type { BalanceChange } from "@wmodal/chains"
import { isSameAddress, type Network, truncate } from "@wmodal/protocol"
import { Children, type ReactNode } from "react"
import { useMessages } from "../../messages/Translate.tsx"
import { Fact } from "../../ui/Fact.tsx"
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

/** Compares addresses of tokens; `null` is the native currency. */
export const isSameToken = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : isSameAddress(one, other)

/** Returns the unit of a token that may be unknown. */
const getUnitInfo = (token: string | null, { network, tokens }: BalancesCardProps): AmountUnitInfo =>
  token === null
    ? network.nativeCurrency
    : (tokens.find(({ address }) => isSameToken(address, token)) ?? { symbol: truncate(token), decimals: 0 })

/** The simulated balances of a review: before and after, each as a line of a `dl`. */
export const BalancesCard = (props: BalancesCardProps) => {
  const { t, locale } = useMessages()
  const { changes, children, note, title } = props
  return (
    <section className="send-card">
      <h2 className="send-label">{title}</h2>
      {(changes.length > 0 || Children.toArray(children).length > 0) && (
        <dl className="send-facts">
          {changes.map((change) => {
            const counted = getUnitInfo(change.token, props)
            const [before, after] = formatBeforeAndAfter(locale, change, counted)
            return (
              <Fact key={change.token} name={<bdi>{counted.symbol}</bdi>}>
                <span className="hidden">{t("send.change", { before, after })}</span>
                <bdi dir="ltr" className="change" aria-hidden="true">
                  <span className="muted">{before}</span>
                  <Icon name="arrow" />
                  <span>{after}</span>
                </bdi>
              </Fact>
            )
          })}
          {children}
        </dl>
      )}
      <p className="send-note">{note}</p>
    </section>
  )
}
