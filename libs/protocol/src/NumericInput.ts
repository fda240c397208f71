/**
 * Returns the content of an amount field after one edit, or `null` when the edit must be blocked.
 * Allows digits and one separator, comma or dot, which becomes a dot. A leading separator becomes `0.`, and a leading
 * zero is replaced by the next digit. Empty stays empty, and `1.` is allowed while the user types.
 */
export const applyNumericEdit = (text: string): string | null => {
  const match = /^(\d*)(?:([.,])(\d*))?$/.exec(text)
  if (match === null) return null
  const [, whole = "", separator, fraction = ""] = match
  const digits = whole.replace(/^0+(?=\d)/, "")
  return separator === undefined ? digits : `${digits || "0"}.${fraction}`
}

/**
 * Parses a pasted amount into the form of `applyNumericEdit`, or returns `null` when it is ambiguous.
 * Groups of three may be separated by dot, comma, space or apostrophe: `1,234.5`, `1.234,5` and `1 234,5` are equal.
 * A single separator is always the decimal one, as when typed: this picks the smaller meaning of `1,234`.
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
