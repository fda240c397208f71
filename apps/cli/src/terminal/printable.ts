/**
 * Characters that a terminal obeys or a reader cannot see, as `deceptiveCharacters` of `@wmodal/protocol`. That package
 * would load effect, 50 kB for `--help`.
 */
const unseen =
  /[\u{E0100}-\u{E01EF}\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u034F\u115F\u1160\u17B4\u17B5\u2800\u3164\uFFA0]/gu

const toCode = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`

/** Draws unseen characters of a line as their codes, such as `[U+001B]`. White space becomes a space. */
export const toPrintableLine = (text: string): string =>
  text.replaceAll(/[\t\n\r]+/g, " ").replaceAll(unseen, toCode)

/** Like `toPrintableLine`, but keeps tabs and line breaks. */
export const toPrintableText = (text: string): string =>
  text.replaceAll(unseen, (character) => (/[\t\n]/.test(character) ? character : toCode(character)))

/** Escapes unseen characters in JSON, which keeps its value. */
export const toPrintableJson = (json: string): string =>
  json.replaceAll(unseen, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
    ).join(""),
  )
