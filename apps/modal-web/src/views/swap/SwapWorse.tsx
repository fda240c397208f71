import type { SwapReview, SwapState } from "@wmodal/core/flows"
import { useWords } from "../../messages/Words.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { exactSum, isolated } from "../send/sums.ts"

export type SwapWorseProps = Pick<
  Extract<SwapState, { readonly _tag: "Reviewing" }>,
  "review" | "agreed" | "worse"
>

/** What has become worse since a person last looked. Its line is there before, so that it is spoken, and nobody is moved. */
export const SwapWorse = ({ review, agreed, worse }: SwapWorseProps) => {
  const { t, locale } = useWords()
  const sum = ({ quote: { minimum, destination } }: SwapReview) =>
    isolated(exactSum(locale, minimum, destination))
  return (
    <div className="swap-worse" aria-live="polite">
      {worse !== null && (
        <Notice
          tone="warn"
          title={t(`swap.worse${worse._tag}`)}
          text={t(`swap.worse${worse._tag}Text`, { now: sum(review), before: sum(agreed) })}
        />
      )}
    </div>
  )
}
