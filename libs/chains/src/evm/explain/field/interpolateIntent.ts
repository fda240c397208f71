import { sanitizeLine } from "../../../text/printable.ts"
import { parsePath, toPathKey } from "../path/DescriptorPath.ts"

const maxIntentLength = 300

/**
 * A sentence whose holes, such as `{_value}`, are filled; doubled braces are braces.
 * @param textsFor what a path's field shows, `null` where it shows nothing or not all. @returns `null` where one cannot be filled.
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
