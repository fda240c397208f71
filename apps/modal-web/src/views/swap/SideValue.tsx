import type { Decimal } from "@wmodal/protocol"
import { useMessages } from "../../messages/Translate.tsx"
import { formatFiatAmount } from "../send/formatAmounts.ts"

/** The value of one side. Its line is kept while the value is unknown, so that nothing moves when it loads. */
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
