import type { Decimal } from "@wmodal/protocol"
import { useWords } from "../../messages/Words.tsx"
import { type Counted, fiatSum, shortSum } from "./sums.ts"

export interface SumProps {
  /** Base units. */
  readonly units: bigint
  readonly counted: Counted
  /** USD; `null` where nobody knows. */
  readonly fiat: Decimal | null
}

/** An amount, and beside it what that is worth. */
export const Sum = ({ units, counted, fiat }: SumProps) => {
  const { locale } = useWords()
  return (
    <>
      <bdi dir="ltr">{shortSum(locale, units, counted)}</bdi>
      {fiat !== null && (
        <bdi dir="ltr" className="muted">
          {fiatSum(locale, fiat)}
        </bdi>
      )}
    </>
  )
}
