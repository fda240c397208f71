export type MessageValues = Readonly<Record<string, string | number>>

/** A message with its values put in. */
export type Format = (locale: string, message: string, values?: MessageValues) => string

/** What knows all of ICU's forms: `icu.ts`, which comes with the first words that have any but `{name}`. */
export const formatting: { whole: Format | null } = { whole: null }

/** Until then: each `{name}` by its value. What comes first says no more. */
const formatPlain: Format = (locale, message, values = {}) =>
  message.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ""
    return typeof value === "number" ? new Intl.NumberFormat(locale).format(value) : value
  })

export const format: Format = (...asked) => (formatting.whole ?? formatPlain)(...asked)
