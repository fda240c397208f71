import type { BalanceChange } from "@wmodal/chains"
import { useMessages } from "../../messages/Translate.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { type AmountUnitInfo, formatBeforeAndAfter } from "../send/formatAmounts.ts"

export interface BalanceLineProps {
  readonly change: BalanceChange
  readonly counted: AmountUnitInfo
}

/** The balance before and after, as a line of a `dl`. */
export const BalanceLine = ({ change, counted }: BalanceLineProps) => {
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
