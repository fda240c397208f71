import type { BalanceChange } from "@wmodal/chains"
import { useWords } from "../../messages/Words.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { beforeAndAfter, type Counted } from "../send/sums.ts"

export interface BalanceLineProps {
  readonly change: BalanceChange
  readonly counted: Counted
}

/** What there is of one thing before and after, as a line of a `dl`. */
export const BalanceLine = ({ change, counted }: BalanceLineProps) => {
  const { t, locale } = useWords()
  const [before, after] = beforeAndAfter(locale, change, counted)
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
