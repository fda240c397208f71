export type MessageValues = Readonly<Record<string, string | number>>

/** Formats a message with its values. */
export type Format = (locale: string, message: string, values?: MessageValues) => string

/** The full ICU formatter of `icu.ts`, which loads with the first messages that use more than `{name}`. */
export const formatting: { whole: Format | null } = { whole: null }

/** Replaces each `{name}` by its value. The first messages use no other ICU form. */
const formatPlain: Format = (locale, message, values = {}) =>
  message.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ""
    return typeof value === "number" ? new Intl.NumberFormat(locale).format(value) : value
  })

export const format: Format = (...asked) => (formatting.whole ?? formatPlain)(...asked)
