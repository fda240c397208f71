import type { Decimal } from "@wmodal/protocol"
import { useMessages } from "../../messages/Translate.tsx"
import { formatFiatAmount } from "../send/formatAmounts.ts"

/** What one side is worth. It keeps its line where nobody knows, so that nothing moves as it comes. */
export const SideValue = ({ value }: { readonly value: Decimal | null }) => {
  const { t, locale } = useMessages()
  if (value === null) return <p className="swap-worth" />
  const amount = formatFiatAmount(locale, value)
  return (
    <p className="swap-worth">
      <span className="hidden">{t("swap.worth", { amount })}</span>
      <bdi dir="ltr" aria-hidden="true">
        {amount}
      </bdi>
    </p>
  )
}
