export type MessageValues = Readonly<Record<string, string | number>>

/** Formats a message with its values. */
export type Format = (locale: string, message: string, values?: MessageValues) => string

/** The full ICU formatter of `icu.ts`, which loads with the first messages that use more than `{name}`. */
export const formatting: { whole: Format | null } = { whole: null }

// English has shortcuts, because the first formatter that a page creates takes longer than the view that it is for.
const isEnglish = (locale: string) => /^en\b/.test(locale)

/** Formats a number in the locale's form, with at most three decimals. */
export const formatCount = (locale: string, value: number): string =>
  isEnglish(locale) && Number.isInteger(value) && value >= 0 && value < 1000
    ? String(value)
    : new Intl.NumberFormat(locale).format(value)

/** Returns the plural category of a number: `one`, `few`, `other` and so on. Source: CLDR. */
export const selectPlural = (locale: string, value: number): string =>
  isEnglish(locale) ? (Math.abs(value) === 1 ? "one" : "other") : new Intl.PluralRules(locale).select(value)

/** Replaces each `{name}` by its value. The first messages use no other ICU form. */
const formatPlain: Format = (locale, message, values = {}) =>
  message.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ""
    return typeof value === "number" ? formatCount(locale, value) : value
  })

export const format: Format = (...asked) => (formatting.whole ?? formatPlain)(...asked)
