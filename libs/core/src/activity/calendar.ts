/** A calendar month. */
export interface Month {
  readonly year: number
  /** 0 to 11. */
  readonly month: number
}

/**
 * Returns the month of a time (UTC milliseconds) in a time zone such as `Pacific/Kiritimati`; by default in the user's.
 */
export const makeToMonth = (timeZone?: string): ((at: number) => Month) => {
  const format = new Intl.DateTimeFormat("en-US-u-ca-gregory-nu-latn", {
    year: "numeric",
    month: "numeric",
    ...(timeZone !== undefined && { timeZone }),
  })
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    return { year: parts.get("year") ?? 0, month: (parts.get("month") ?? 1) - 1 }
  }
}
