import type { Network } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Explanation, ReviewedRequest } from "../contract/Explanation.ts"
import { RequestTooLong } from "../contract/RequestTooLong.ts"
import { countLines, longReviewLines } from "../text/countLines.ts"
import { drawLine, drawText } from "../text/drawText.ts"
import { withHiddenWarning } from "./hiddenCharacters.ts"
import { sumUpCalls } from "./sumUpCalls.ts"

/** Lines of a review: a longer request is refused, because it would not be read. */
export const maxReviewLines = 1_000

/**
 * Characters of a text of an explanation. A text that is cut here has more lines than a review may have, so it is
 * refused and never shown without its end.
 */
const maxTextLength = 100_000

/** Returns a text of a request whole, with its line breaks. Characters that cannot be seen are drawn. */
export const toWholeText = (text: string): string => drawText(text, maxTextLength)

/** Returns a text of a request whole, as one line. Characters that cannot be seen are drawn. */
export const toWholeLine = (text: string): string => drawLine(text, maxTextLength)

/**
 * Refuses a request that is too long to be read. Adds the totals and an act of its own to one that is long, and the act
 * for characters that cannot be seen. Every explanation of a request passes here with all of its rows: nothing is left
 * out before.
 */
export const limitReview =
  (network: Pick<Network, "nativeCurrency">) =>
  (explained: ReviewedRequest): Effect.Effect<ReviewedRequest, RequestTooLong> => {
    const reviewed = withHiddenWarning(explained)
    const lines = countReviewLines(reviewed)
    if (lines > maxReviewLines)
      return Effect.fail(new RequestTooLong({ what: "lines", count: lines, most: maxReviewLines }))
    return Effect.succeed(
      lines < longReviewLines
        ? reviewed
        : {
            ...reviewed,
            totals: sumUpCalls(reviewed.calls, network),
            dangers: [...reviewed.dangers, { _tag: "Long", lines }],
          },
    )
  }

const countReviewLines = ({ calls, trial }: ReviewedRequest): number =>
  calls.reduce((sum, call) => sum + 1 + countCallLines(call), 0) +
  (trial?._tag === "Simulated" ? trial.changes.length + (trial.moves?.length ?? 0) : 0)

const countCallLines = ({ fields }: Explanation): number =>
  fields.reduce(
    (sum, { label, text, value }) =>
      sum + (value._tag === "Call" ? 1 + countCallLines(value.call) : countLines(`${label} ${text}`)),
    0,
  )
