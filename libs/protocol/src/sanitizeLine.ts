/**
 * What may deceive a reader: control and format characters (bidi overrides, zero-width),
 * lone surrogates, line separators, and letters and marks that draw nothing.
 */
export const deceptiveCharacters =
  /[\u{E0100}-\u{E01EF}\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u034F\u115F\u1160\u17B4\u17B5\u2800\u3164\uFFA0]/gu

/** Marks that stand in a heap on one letter, or on whatever is before the text: they draw over the lines around. */
const stackedMarks = /(^|\p{M}{3})\p{M}+/gu

/** One line of somebody else's text: deceiving characters out, white space collapsed, at most `limit` characters. */
export const sanitizeLine = (text: string, limit: number): string =>
  truncateCharacters(
    text
      .slice(0, limit * 16)
      .replace(/\s+/gu, " ")
      .replace(deceptiveCharacters, "")
      .replace(/ +/g, " ")
      .trim()
      .replace(stackedMarks, "$1"),
    limit,
  )

/** Whether a reader would be shown less than the text holds. */
export const hasDeceptiveCharacters = (text: string): boolean =>
  text.replace(/[\n\r\t]/g, "").search(deceptiveCharacters) >= 0

/** Never cuts a character in two. */
const truncateCharacters = (text: string, limit: number) => {
  const characters = Array.from(text)
  return characters.length > limit ? characters.slice(0, limit).join("") : text
}
