/** Digits of a code. */
export const codeLength = 6

/** The zeros of the scripts that people type digits in; the other nine follow each. */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xff10]

/** The digits of a text, in whatever script they were typed, as ASCII; nothing else of it. */
export const toAsciiDigits = (text: string): string => {
  let digits = ""
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    const zero = zeros.find((one) => point >= one && point < one + 10)
    if (zero !== undefined) digits += point - zero
  }
  return digits
}

/** The one code in a text that somebody has copied out of a mail; else all of its digits, as far as they fit. */
export const parseOtpCode = (text: string): string => {
  const groups = text.split(/[^\p{Nd}\s-]+/u).map(toAsciiDigits)
  return (groups.find((digits) => digits.length === codeLength) ?? groups.join("")).slice(0, codeLength)
}

/** A code as far as it is typed, and where the caret stands in it. */
export interface OtpEdit {
  readonly text: string
  readonly caret: number
}

/** What a field holds after an edit: digits alone. In a full one, what is typed takes the place of what follows it. */
export const applyOtpEdit = (raw: string, caret: number): OtpEdit => {
  const before = toAsciiDigits(raw.slice(0, caret)).slice(0, codeLength)
  const after = toAsciiDigits(raw.slice(caret))
  const excess = Math.max(0, before.length + after.length - codeLength)
  return { text: before + after.slice(excess), caret: before.length }
}

/** Whether an edit has ended a code: it is whole now, or its last digit was typed anew. */
export const isOtpComplete = (previous: string, { text, caret }: OtpEdit): boolean =>
  text.length === codeLength && text !== previous && (previous.length < codeLength || caret === codeLength)
