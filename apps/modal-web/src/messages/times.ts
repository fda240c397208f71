/** Making one costs more than using it a hundred times. */
const made = new Map<string, Intl.DateTimeFormat>()

const formatOf = (locale: string, options: Intl.DateTimeFormatOptions) => {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = made.get(key)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat(locale, options)
  made.set(key, format)
  return format
}

const isSameDay = (one: Date, other: Date) => one.toDateString() === other.toDateString()

/** `at` and `now` in UTC milliseconds. The time of day today, else the day; the person's own time zone. */
export const shortTime = (locale: string, at: number, now: number): string => {
  const [then, today] = [new Date(at), new Date(now)]
  const options: Intl.DateTimeFormatOptions = isSameDay(then, today)
    ? { hour: "2-digit", minute: "2-digit" }
    : { day: "numeric", month: "short" }
  return formatOf(locale, options).format(then)
}

export const fullTime = (locale: string, at: number): string =>
  formatOf(locale, { dateStyle: "medium", timeStyle: "short" }).format(new Date(at))

/** A month's name, with its year where that is not this one. `month` is 0 to 11. */
export const monthName = (locale: string, year: number, month: number, now: number): string =>
  formatOf(locale, {
    month: "long",
    ...(year === new Date(now).getFullYear() ? {} : { year: "numeric" }),
  }).format(new Date(year, month, 1))
