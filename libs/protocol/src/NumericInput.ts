/**
 * What an amount field holds after one edit, or `null` where the edit is to be blocked.
 * Digits and one separator, comma or dot, which becomes a dot; a separator first becomes `0.`; a zero first
 * gives way to the digit behind it. Empty stays empty, and `1.` is allowed, since somebody is still typing.
 */
export const applyNumericEdit = (text: string): string | null => {
  const match = /^(\d*)(?:([.,])(\d*))?$/.exec(text)
  if (match === null) return null
  const [, whole = "", separator, fraction = ""] = match
  const digits = whole.replace(/^0+(?=\d)/, "")
  return separator === undefined ? digits : `${digits || "0"}.${fraction}`
}

/**
 * What a pasted text means as an amount, in the form of `applyNumericEdit`, or `null` where that is not certain.
 * Groups of three may be apart by dot, comma, space or apostrophe: `1,234.5`, `1.234,5` and `1 234,5` are one
 * amount. A single separator is always the decimal one, as it is when typed: of the two things that `1,234`
 * may mean, the smaller.
 */
export const parsePastedNumber = (text: string): string | null => {
  const trimmed = text.trim()
  const typed = applyNumericEdit(trimmed)
  if (typed !== null) return typed
  const [, head, separator, , decimal, fraction = ""] =
    /^([1-9]\d{0,2}(?:([.,'’\s])\d{3})(\2\d{3})*)(?:(?!\2)([.,])(\d*))?$/.exec(trimmed) ?? []
  if (head === undefined || separator === undefined) return null
  const whole = head.replace(/\D/g, "")
  return decimal === undefined ? whole : `${whole}.${fraction}`
}
