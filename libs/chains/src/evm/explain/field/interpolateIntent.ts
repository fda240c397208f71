import { sanitizeLine } from "../../../text/printable.ts"
import { parsePath, toPathKey } from "../path/DescriptorPath.ts"

const maxIntentLength = 300

/**
 * Fills the placeholders of a sentence, such as `{_value}`; doubled braces are literal braces.
 * @param textsFor returns the text of a path's field, `null` if it is hidden or incomplete. @returns `null` if a
 * placeholder cannot be filled.
 */
export const interpolateIntent = (
  sentence: string,
  textsFor: (key: string) => readonly string[] | null,
): string | null => {
  let isWhole = sentence.length <= maxIntentLength
  const filled = sentence.replace(/\{\{|\}\}|\{([^{}]*)\}|[{}]/g, (match, hole: string | undefined) => {
    if (match === "{{" || match === "}}") return match.slice(1)
    const path = hole === undefined ? null : parsePath(hole.trim())
    const texts = path === null ? null : textsFor(toPathKey(path))
    if (texts === null || texts.length === 0 || texts.length > 5) isWhole = false
    return (texts ?? []).join(", ")
  })
  const line = sanitizeLine(filled, maxIntentLength)
  return isWhole && line !== "" && filled.length <= maxIntentLength ? line : null
}
