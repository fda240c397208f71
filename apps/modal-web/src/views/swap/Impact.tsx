import { percentText } from "../../messages/numbers.ts"
import { useWords } from "../../messages/Words.tsx"

/** Percent from which it deserves a look. */
const noticeable = 5

/** How much of its worth is lost, as a line of a `dl`. */
export const Impact = ({ percent }: { readonly percent: number | null }) => {
  const { t, locale } = useWords()
  return (
    <div data-tone={percent === null || percent > noticeable ? "warn" : undefined}>
      <dt>{t("swap.impact")}</dt>
      <dd>
        {percent === null ? (
          t("swap.impactUnknown")
        ) : (
          <bdi dir="ltr">{percentText(locale, percent, { digits: 2 })}</bdi>
        )}
      </dd>
    </div>
  )
}
