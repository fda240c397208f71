import { formatPercent } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"

/** The percentage from which the impact is highlighted. */
const minNoticeablePercent = 5

/** The lost share of the value, as a line of a `dl`. */
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
