import { sanitizeLine } from "../../../text/printable.ts"
import { pathKey, readPath } from "../path/Path.ts"

const longest = 300

/**
 * A sentence whose holes, such as `{_value}`, are filled; doubled braces are braces.
 * @param textsFor what a path's field shows, `null` where it shows nothing or not all. @returns `null` where one cannot be filled.
 */
export const sentenceOf = (
  sentence: string,
  textsFor: (key: string) => readonly string[] | null,
): string | null => {
  let isWhole = sentence.length <= longest
  const filled = sentence.replace(/\{\{|\}\}|\{([^{}]*)\}|[{}]/g, (match, hole: string | undefined) => {
    if (match === "{{" || match === "}}") return match.slice(1)
    const path = hole === undefined ? null : readPath(hole.trim())
    const texts = path === null ? null : textsFor(pathKey(path))
    if (texts === null || texts.length === 0 || texts.length > 5) isWhole = false
    return (texts ?? []).join(", ")
  })
  const line = sanitizeLine(filled, longest)
  return isWhole && line !== "" && filled.length <= longest ? line : null
}
