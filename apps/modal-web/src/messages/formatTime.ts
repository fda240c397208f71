type TimeStyle = "time" | "day" | "full" | "month" | "monthAndYear"

const styles: Readonly<Record<TimeStyle, Intl.DateTimeFormatOptions>> = {
  time: { hour: "2-digit", minute: "2-digit" },
  day: { day: "numeric", month: "short" },
  full: { dateStyle: "medium", timeStyle: "short" },
  month: { month: "long" },
  monthAndYear: { month: "long", year: "numeric" },
}

/** Cached, because creating a formatter costs more than using it a hundred times. */
const formatters = new Map<string, Intl.DateTimeFormat>()

const getFormatter = (locale: string, style: TimeStyle) => {
  const key = `${locale} ${style}`
  const known = formatters.get(key)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat(locale, styles[style])
  formatters.set(key, format)
  return format
}

const isSameDay = (one: Date, other: Date) => one.toDateString() === other.toDateString()

/**
 * Returns the time of day for today and the date for other days, in the user's time zone. `at` and `now` are UTC
 * milliseconds.
 */
export const formatShortTime = (locale: string, at: number, now: number): string =>
  getFormatter(locale, isSameDay(new Date(at), new Date(now)) ? "time" : "day").format(at)

export const formatFullTime = (locale: string, at: number): string => getFormatter(locale, "full").format(at)

/** Returns a month's name, with its year when it is not the current one. `month` is 0 to 11. */
export const formatMonthName = (locale: string, year: number, month: number, now: number): string =>
  getFormatter(locale, year === new Date(now).getFullYear() ? "month" : "monthAndYear").format(
    new Date(year, month, 1),
  )
