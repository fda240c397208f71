import type { Decimal } from "@wmodal/protocol"
import { useMessages } from "../../messages/Translate.tsx"
import { type AmountUnitInfo, formatFiatAmount, formatShortAmount } from "./formatAmounts.ts"

export interface AmountWithValueProps {
  /** Base units. */
  readonly units: bigint
  readonly counted: AmountUnitInfo
  /** USD; `null` when unknown. */
  readonly fiat: Decimal | null
}

/** An amount and its value. */
export const AmountWithValue = ({ units, counted, fiat }: AmountWithValueProps) => {
  const { locale } = useMessages()
  return (
    <>
      <bdi dir="ltr">{formatShortAmount(locale, units, counted)}</bdi>
      {fiat !== null && (
        <bdi dir="ltr" className="muted">
          {formatFiatAmount(locale, fiat)}
        </bdi>
      )}
    </>
  )
}
