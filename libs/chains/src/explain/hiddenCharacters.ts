import type { Explanation, RequestWarning, ReviewedRequest } from "../contract/Explanation.ts"
import { hasDrawnCharacters } from "../text/drawText.ts"

export const toHiddenWarning = (isHiding: boolean): readonly RequestWarning[] =>
  isHiding ? [{ _tag: "HiddenCharacters" }] : []

/** Adds the warning of characters that cannot be seen, if a text of the request has some and nothing says it is blind. */
export const withHiddenWarning = (reviewed: ReviewedRequest): ReviewedRequest => {
  const { calls, dangers } = reviewed
  return calls.some(isDrawn) && !dangers.some(({ _tag }) => _tag === "HiddenCharacters" || _tag === "Blind")
    ? { ...reviewed, dangers: [...dangers, { _tag: "HiddenCharacters" }] }
    : reviewed
}

const isDrawn = ({ fields }: Explanation): boolean =>
  fields.some(
    ({ label, text, value }) =>
      hasDrawnCharacters(label) || hasDrawnCharacters(text) || (value._tag === "Call" && isDrawn(value.call)),
  )
