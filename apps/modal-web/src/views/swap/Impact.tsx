import { formatPercent } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"

/** Percent from which it deserves a look. */
const minNoticeablePercent = 5

/** How much of its worth is lost, as a line of a `dl`. */
export const Impact = ({ percent }: { readonly percent: number | null }) => {
  const { t, locale } = useMessages()
  return (
    <div data-tone={percent === null || percent > minNoticeablePercent ? "warn" : undefined}>
      <dt>{t("swap.impact")}</dt>
      <dd>
        {percent === null ? (
          t("swap.impactUnknown")
        ) : (
          <bdi dir="ltr">{formatPercent(locale, percent, { digits: 2 })}</bdi>
        )}
      </dd>
    </div>
  )
}
