type Style = "time" | "day" | "full" | "month" | "monthAndYear"

const styles: Readonly<Record<Style, Intl.DateTimeFormatOptions>> = {
  time: { hour: "2-digit", minute: "2-digit" },
  day: { day: "numeric", month: "short" },
  full: { dateStyle: "medium", timeStyle: "short" },
  month: { month: "long" },
  monthAndYear: { month: "long", year: "numeric" },
}

/** Making one costs more than using it a hundred times. */
const made = new Map<string, Intl.DateTimeFormat>()

const formatOf = (locale: string, style: Style) => {
  const key = `${locale} ${style}`
  const known = made.get(key)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat(locale, styles[style])
  made.set(key, format)
  return format
}

const isSameDay = (one: Date, other: Date) => one.toDateString() === other.toDateString()

/** `at` and `now` in UTC milliseconds. The time of day today, else the day; the person's own time zone. */
export const shortTime = (locale: string, at: number, now: number): string =>
  formatOf(locale, isSameDay(new Date(at), new Date(now)) ? "time" : "day").format(at)

export const fullTime = (locale: string, at: number): string => formatOf(locale, "full").format(at)

/** A month's name, with its year where that is not this one. `month` is 0 to 11. */
export const monthName = (locale: string, year: number, month: number, now: number): string =>
  formatOf(locale, year === new Date(now).getFullYear() ? "month" : "monthAndYear").format(
    new Date(year, month, 1),
  )
