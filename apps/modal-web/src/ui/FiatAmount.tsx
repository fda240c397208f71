import type { Decimal } from "@wmodal/protocol"
import { fiatParts } from "../messages/numbers.ts"
import { useWords } from "../messages/Words.tsx"
import { lengthOf } from "./Amount.tsx"

export interface FiatAmountProps {
  /** USD. */
  readonly value: Decimal
  readonly label: string
}

const faint = new Set(["decimal", "fraction"])

/** A big sum of money whose cents are faint. Isolated, so that it reads the same in a right-to-left page. */
export const FiatAmount = ({ value, label }: FiatAmountProps) => {
  const parts = fiatParts(useWords().locale, value)
  const length = parts.reduce((sum, part) => sum + part.value.length, 0)
  return (
    <p className="amount" data-length={lengthOf(length)}>
      <span className="hidden">{label}</span>
      <bdi dir="ltr">
        {parts.map((part, index) => (
          <span key={index} className={faint.has(part.type) ? "faint" : undefined}>
            {part.value}
          </span>
        ))}
      </bdi>
    </p>
  )
}
