import type { BalanceChange } from "@wmodal/chains"
import { isSameAddress, type Network, truncate } from "@wmodal/protocol"
import { Children, type ReactNode } from "react"
import { formatExactNumber } from "../../messages/formatNumber.ts"
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

/** Returns the unit of a token, and whether only its own contract says so; `null` if it is not known. */
const getUnitInfo = (
  { token, unit }: BalanceChange,
  { network, tokens }: BalancesCardProps,
): { readonly unit: AmountUnitInfo | null; readonly isOwnWord: boolean } => {
  const known =
    token === null ? network.nativeCurrency : tokens.find(({ address }) => isSameToken(address, token))
  return { unit: known ?? unit ?? null, isOwnWord: known === undefined }
}

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
            const { isOwnWord, unit } = getUnitInfo(change, props)
            const { symbol } = unit ?? { symbol: "" }
            const toUnits = (units: bigint) =>
              t("send.units", {
                units: Number(units),
                count: formatExactNumber(locale, { units, decimals: 0 }),
              })
            const [before, after] =
              unit === null
                ? [toUnits(change.before), toUnits(change.after)]
                : formatBeforeAndAfter(locale, change, unit)
            const name = (
              <>
                {symbol !== "" && <bdi>{symbol}</bdi>}
                {symbol !== "" && isOwnWord && " "}
                {isOwnWord && <bdi dir="ltr">{truncate(change.token ?? "")}</bdi>}
              </>
            )
            return (
              <Fact key={change.token} name={name}>
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
