/** The number of digits of a code. */
export const codeLength = 6

/** The zeros of supported digit scripts; the other nine digits follow each. */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xff10]

/** Returns the digits of a text in any script as ASCII, without its other characters. */
export const toAsciiDigits = (text: string): string => {
  let digits = ""
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    const zero = zeros.find((one) => point >= one && point < one + 10)
    if (zero !== undefined) digits += point - zero
  }
  return digits
}

/** Returns the only code in a text copied from a mail; otherwise all of its digits that fit. */
export const parseOtpCode = (text: string): string => {
  const groups = text.split(/[^\p{Nd}\s-]+/u).map(toAsciiDigits)
  return (groups.find((digits) => digits.length === codeLength) ?? groups.join("")).slice(0, codeLength)
}

/** A partial code and the position of the caret in it. */
export interface OtpEdit {
  readonly text: string
  readonly caret: number
}

/** Returns the field's digits after an edit. In a complete code, typed digits overwrite the following ones. */
export const applyOtpEdit = (raw: string, caret: number): OtpEdit => {
  const before = toAsciiDigits(raw.slice(0, caret)).slice(0, codeLength)
  const after = toAsciiDigits(raw.slice(caret))
  const excess = Math.max(0, before.length + after.length - codeLength)
  return { text: before + after.slice(excess), caret: before.length }
}

/** Returns true when an edit has completed a code: it now has six digits, or its last digit was retyped. */
export const isOtpComplete = (previous: string, { text, caret }: OtpEdit): boolean =>
  text.length === codeLength && text !== previous && (previous.length < codeLength || caret === codeLength)
