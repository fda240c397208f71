/*
 * Sequences whose invisible characters shape what is seen, and of which none can hold a text of its own: emoji, three
 * flags, joiners inside the words of scripts that use them, one form of an ideograph, marks that keep punctuation with
 * its right-to-left word, and a single space of another kind between two words.
 */

/** The flags of England, Scotland and Wales. Source: Unicode, emoji tag sequences recommended for interchange. */
const tagFlag =
  "\\u{1F3F4}\\u{E0067}\\u{E0062}" +
  "(?:\\u{E0065}\\u{E006E}\\u{E0067}|\\u{E0073}\\u{E0063}\\u{E0074}|\\u{E0077}\\u{E006C}\\u{E0073})\\u{E007F}"

const pictogram = "(?!\\p{Cn})\\p{Extended_Pictographic}(?:[\\uFE0E\\uFE0F]|\\p{Emoji_Modifier}\\uFE0F?)?"
const emoji = `${pictogram}(?:\\u200D${pictogram})*|[#*0-9]\\uFE0F\\u20E3`

/** A letter or mark of one of these scripts. */
const letterOf = (scripts: string) =>
  `(?=[\\p{L}\\p{M}])[${scripts.replaceAll(/\w+/g, "\\p{scx=$&}").replaceAll(" ", "")}]`

const between = (inner: string, letter: string) => `(?<=${letter})${inner}(?=${letter})`

/** Joiners choose between two forms of a word in these scripts. Source: RFC 5892, appendix A; Unicode 23.2. */
const joined = between(
  "[\\u200C\\u200D]",
  letterOf("Arab Syrc Mand Nkoo Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Tibt Khmr Mymr"),
)

/** A joiner may end a word after a virama: it chooses the form of the last letter. Source: RFC 5892, appendix A.1. */
const joinedVirama =
  "(?<=[\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D4D\\u0DCA])[\\u200C\\u200D]"

/** The form of an ideograph in a name. Source: Unicode, Ideographic Variation Database, which has few further ones. */
const ideographForm = "(?<=\\p{Unified_Ideograph})[\\u{E0100}-\\u{E011F}]"

const rightToLeft = "(?=\\p{L})[\\p{scx=Hebr}\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Thaa}]"
const punctuation = "[.,:;!?\u2026\"'\u201D\u2019)\\]\u060C\u061B\u061F\u05BE-]"
/**
 * One mark keeps punctuation at the side of its word, where text of the other direction follows. Next to a digit it could
 * reorder amounts.
 */
const directionMark =
  `(?<=^|\\n)\\u200F(?=${rightToLeft})` +
  `|(?<=${rightToLeft}\\p{M}{0,4}${punctuation}{0,3})\\u200F(?=$|[ \\n\\t]|${punctuation})` +
  `|(?<=[A-Za-z][+#.!?)]{1,3})\\u200E(?= ?${rightToLeft})`

/** Where words are not divided by spaces, a zero-width space says where a line may end. */
const wordBreak = between("\\u200B", letterOf("Khmr Laoo Mymr Thai"))

const mongolianForm = `(?<=\\p{Script=Mongolian})[\\u180B-\\u180D\\u180F]|${between("\\u180E", letterOf("Mong"))}`

const visible = "[^\\p{C}\\p{Z}\\p{DI}]"
const space = `(?<=${visible})[\\u00A0\\u2009\\u202F\\u3000](?=${visible})|(?<=^|\\n)\\u3000{1,2}(?=${visible})`

/** Format characters with a glyph: they stand before or around numbers. */
const glyph = "[\\u0600-\\u0605\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u{110BD}\\u{110CD}]"

const harmless = [
  tagFlag,
  emoji,
  joined,
  joinedVirama,
  ideographForm,
  directionMark,
  wordBreak,
  mongolianForm,
  space,
  glyph,
].join("|")

/**
 * What a reader cannot see or would misread: control, format, private, unassigned and default ignorable characters, lone
 * surrogates, spaces other than the plain one, letters and symbols without a glyph, marks without a letter, and marks
 * beyond the fourth of one letter, which draw over the adjacent lines.
 */
const invisible =
  "(?![ \\n\\t])[\\p{C}\\p{Z}\\p{DI}\\u2800\\uFFFC\\u{1D159}\\u{16FE4}]|(?<=^|\\s|\\p{M}{4})\\p{M}"

let pattern: RegExp | undefined

/** Made with the first use, because older browsers reject it: a page must still load in them. */
const getPattern = (): RegExp => (pattern ??= new RegExp(`(?:${harmless})|(${invisible})`, "gu"))

/** Reports that a text has characters that `drawText` has to draw. */
export const hasHiddenCharacters = (text: string): boolean => {
  for (const [, hidden] of text.replaceAll("\r\n", "\n").matchAll(getPattern()))
    if (hidden !== undefined) return true
  return false
}

const draw = (text: string): string =>
  text
    .replaceAll("\r\n", "\n")
    .replace(getPattern(), (match: string, hidden?: string) =>
      hidden === undefined ? match : drawCharacter(hidden),
    )
    .replaceAll("\t", " ")

/** Returns the beginning of a text, drawn, and the number of omitted characters. */
const drawBeginning = (text: string, limit: number, toSource: (kept: string) => string): string => {
  if (text.length <= limit) return draw(toSource(text))
  // A character is not cut in two.
  const kept = text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, "")
  return `${draw(toSource(kept))}… (${text.length - kept.length} more characters)`
}

/**
 * Draws each character that cannot be seen by its code point, such as `[U+202E]`. Keeps line breaks, and reports the
 * number of omitted characters. May be applied to what it returned.
 */
export const sanitizeText = (text: string, limit: number): string =>
  drawBeginning(text, limit, (kept) => kept)

/**
 * Draws a text that is signed: no two texts are drawn the same, but for kinds of line breaks and tabs, and for harmless
 * sequences such as emoji. A text that only looks like a drawn character is told apart by its bracket.
 */
export const drawText = (text: string, limit: number): string =>
  drawBeginning(text, limit, (kept) => kept.replaceAll("[U+", `${drawCharacter("[")}U+`))

/** Draws a text that is signed as one line, like `drawText`. */
export const drawLine = (text: string, limit: number): string =>
  drawText(text, limit).replaceAll("\n", drawCharacter("\n"))

/** Reports that a drawn text has a character that cannot be seen: any but a bracket and a line break. */
export const hasDrawnCharacters = (drawn: string): boolean =>
  /\[U\+(?!005B\]|000A\])[0-9A-F]{4,6}\]/.test(drawn)

const drawCharacter = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`
