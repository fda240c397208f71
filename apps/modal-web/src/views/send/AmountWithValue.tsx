import type { Decimal } from "@wmodal/protocol"
import { useMessages } from "../../messages/Translate.tsx"
import { type AmountUnitInfo, formatFiatAmount, formatShortAmount } from "./formatAmounts.ts"

interface ValueProps {
  /** USD; `null` when unknown. */
  readonly fiat: Decimal | null
}

export interface TextWithValueProps extends ValueProps {
  /** The amount with its symbol. */
  readonly text: string
}

/** An amount as text, and its value. */
export const TextWithValue = ({ text, fiat }: TextWithValueProps) => {
  const { locale } = useMessages()
  return (
    <>
      <bdi dir="ltr">{text}</bdi>
      {fiat !== null && (
        <bdi dir="ltr" className="muted">
          {formatFiatAmount(locale, fiat)}
        </bdi>
      )}
    </>
  )
}

export interface AmountWithValueProps extends ValueProps {
  /** Base units. */
  readonly units: bigint
  readonly counted: AmountUnitInfo
}

/** An amount and its value. */
export const AmountWithValue = ({ units, counted, fiat }: AmountWithValueProps) => {
  const { locale } = useMessages()
  return <TextWithValue text={formatShortAmount(locale, units, counted)} fiat={fiat} />
}
