const pattern =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** Returns true for a time that exists, in the form that every reader knows. Source: RFC 3339, without leap seconds. */
export const isDateTime = (text: string): boolean => {
  const [, year, month, day] = pattern.exec(text) ?? []
  if (day === undefined) return false
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  // A day that the month does not have becomes one of the next month, or no date.
  return date.getUTCDate() === Number(day)
}
