import { formatPercent } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Fact } from "../../ui/Fact.tsx"

/** The percentage from which the impact is highlighted. */
const minNoticeablePercent = 5

/** The lost share of the value, as a line of a `dl`. */
export const Impact = ({ percent }: { readonly percent: number | null }) => {
  const { t, locale } = useMessages()
  return (
    <Fact
      name={t("swap.impact")}
      tone={percent === null || percent > minNoticeablePercent ? "warn" : undefined}
    >
      {percent === null ? (
        t("swap.impactUnknown")
      ) : (
        <bdi dir="ltr">{formatPercent(locale, percent, { digits: 2 })}</bdi>
      )}
    </Fact>
  )
}
