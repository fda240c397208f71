/**
 * Matches characters that can deceive a reader: control and format characters (bidi overrides, zero-width), lone
 * surrogates, line separators, and letters and marks without a glyph.
 */
export const deceptiveCharacters =
  /[\u{E0100}-\u{E01EF}\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u034F\u115F\u1160\u17B4\u17B5\u2800\u3164\uFFA0]/gu

/** Matches combining marks stacked on one letter, or on the text before: they draw over the adjacent lines. */
export const stackedMarks = /(^|\p{M}{3})\p{M}+/gu

/**
 * Sanitizes untrusted text to one line: removes deceptive characters, collapses white space and keeps at most `limit`
 * characters.
 */
export const sanitizeLine = (text: string, limit: number): string =>
  sanitizeText(text, limit, deceptiveCharacters)

/** Sanitizes a text like `sanitizeLine`. Removes what `removed` matches, but for its first group. */
export const sanitizeText = (text: string, limit: number, removed: RegExp): string =>
  truncateCharacters(
    text
      .slice(0, limit * 16)
      .replace(/\s+/gu, " ")
      .replace(removed, (_, kept: unknown) => (typeof kept === "string" ? kept : ""))
      .replace(/ +/g, " ")
      .trim()
      .replace(stackedMarks, "$1"),
    limit,
  )

/** Reports that a text contains characters a reader cannot see or would misread. */
export const hasDeceptiveCharacters = (text: string): boolean =>
  text.replace(/[\n\r\t]/g, "").search(deceptiveCharacters) >= 0

/** Truncates without cutting a character in two. */
const truncateCharacters = (text: string, limit: number) => {
  const characters = Array.from(text)
  return characters.length > limit ? characters.slice(0, limit).join("") : text
}
