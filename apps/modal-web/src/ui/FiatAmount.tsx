import type { Decimal } from "@wmodal/protocol"
import { formatFiatParts } from "../messages/formatNumber.ts"
import { useMessages } from "../messages/Translate.tsx"
import { getLengthClass } from "./Amount.tsx"

export interface FiatAmountProps {
  /** USD. */
  readonly value: Decimal
  readonly label: string
}

const faintParts = new Set(["decimal", "fraction"])

/** A big amount of money with faint cents. Isolated, so that it reads the same in a right-to-left page. */
export const FiatAmount = ({ value, label }: FiatAmountProps) => {
  const parts = formatFiatParts(useMessages().locale, value)
  const length = parts.reduce((sum, part) => sum + part.value.length, 0)
  return (
    <p className="amount" data-length={getLengthClass(length)}>
      <span className="hidden">{label}</span>
      <bdi dir="ltr">
        {parts.map((part, index) => (
          <span key={index} className={faintParts.has(part.type) ? "faint" : undefined}>
            {part.value}
          </span>
        ))}
      </bdi>
    </p>
  )
}
