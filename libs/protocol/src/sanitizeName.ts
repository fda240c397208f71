import { deceptiveCharacters, sanitizeText } from "./sanitizeLine.ts"

/** Matches emoji that characters without a glyph join to one, and the flags that are spelled by such characters. */
export const joinedEmoji =
  /\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?(?:\u200D\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)+|\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}/gu

const joinedOrDeceptive = new RegExp(`(${joinedEmoji.source})|${deceptiveCharacters.source}`, "gu")

/** The maximum length of a name, as that of a domain. */
const maxNameLength = 255

/**
 * Sanitizes the name of an address, such as `alice.eth`, as `sanitizeLine` does, but keeps what joins emoji: without it,
 * the text would be another valid name. Source: ENSIP-15.
 */
export const sanitizeName = (name: string): string => sanitizeText(name, maxNameLength, joinedOrDeceptive)
