const pattern =
  /^(\d{4})-(\d\d)-(\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i

/** Returns true for a time that exists. Its letters may be small. Source: RFC 3339. */
export const isDateTime = (text: string): boolean => {
  const [, year, month, day, second] = pattern.exec(text) ?? []
  if (day === undefined) return false
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  // A day that the month does not have becomes one of the next month, or no date.
  if (date.getUTCDate() !== Number(day)) return false
  // Leap seconds are the last of a June or a December (UTC).
  return second !== "60" || /-(?:01-01|07-01)T00:00:00/.test(new Date(parseDateTime(text)).toISOString())
}

/**
 * Returns UTC milliseconds of a time of RFC 3339, NaN for other text. Runtimes differ in the digits of a second and in
 * the letters that they read, and read no leap second: that is the first moment of the next day.
 */
export const parseDateTime = (text: string): number => {
  const plain = text.toUpperCase().replace(/(\.\d{3})\d+/, "$1")
  const time = Date.parse(plain.replace(/:60(?=[.Z+-])/, ":59"))
  return plain.includes(":60") ? Math.floor(time / 1000 + 1) * 1000 : time
}
