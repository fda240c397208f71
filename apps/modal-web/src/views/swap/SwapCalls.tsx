import type { SwapReview } from "@wmodal/core/flows"
import { useWords } from "../../messages/Words.tsx"
import { ExplainedCalls } from "../request/ExplainedCalls.tsx"
import { RawRequest } from "../request/RawRequest.tsx"

/** What each contract is asked, in words, or with its digest where nobody can read it: folded away, and the bytes with it. */
export const SwapCalls = ({ review: { network, steps } }: { readonly review: SwapReview }) => {
  const { t } = useWords()
  const [first, ...others] = steps
  const request = { _tag: "Calls", calls: [first.call, ...others.map(({ call }) => call)] } as const
  const calls = [first.explanation, ...others.map(({ explanation }) => explanation)] as const
  return (
    <details className="details">
      <summary>{t("swap.asked")}</summary>
      <ExplainedCalls
        asked={{ network, request }}
        explained={{ calls }}
        unknownText={t("swap.askedUnknown")}
      />
      <RawRequest request={request} />
    </details>
  )
}
