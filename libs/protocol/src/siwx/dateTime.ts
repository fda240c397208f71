const pattern =
  /^(\d{4})-(\d\d)-(\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i

/** Returns true for a time that exists. Its letters may be small. Source: RFC 3339. */
export const isDateTime = (text: string): boolean => {
  const [, year, month, day, second] = pattern.exec(text) ?? []
  if (day === undefined) return false
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return (
    // A day that the month does not have becomes one of the next month, or no date.
    date.getUTCDate() === Number(day) &&
    // A leap second is the last of a June or a December (UTC): a second later, a half of the year begins.
    (second !== "60" || /-0[17]-01T00:00:00/.test(new Date(getSecondAfter(text)).toJSON()))
  )
}

const getSecondAfter = (text: string) => Date.parse(text.toUpperCase().replace(/:60[.\d]*/, ":59")) + 1000

/**
 * Returns UTC milliseconds of a valid time. Runtimes differ in the digits of a second and in the letters that they read,
 * and read no leap second: that is the first moment of the next day.
 */
export const parseDateTime = (text: string): number =>
  text.includes(":60") ? getSecondAfter(text) : Date.parse(text.toUpperCase().replace(/(\.\d{3})\d+/, "$1"))
