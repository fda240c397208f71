import type { Decimal } from "@wmodal/protocol"
import { useWords } from "../../messages/Words.tsx"
import { fiatSum } from "../send/sums.ts"

/** What one side is worth. It keeps its line where nobody knows, so that nothing moves as it comes. */
export const Worth = ({ value }: { readonly value: Decimal | null }) => {
  const { t, locale } = useWords()
  if (value === null) return <p className="swap-worth" />
  const amount = fiatSum(locale, value)
  return (
    <p className="swap-worth">
      <span className="hidden">{t("swap.worth", { amount })}</span>
      <bdi dir="ltr" aria-hidden="true">
        {amount}
      </bdi>
    </p>
  )
}
