import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { formatCount, selectPlural } from "./format.ts"

const locales = fc.constantFrom("en", "en-GB", "en-IN", "de", "pl", "ar-EG", "fr")
const numbers = fc.oneof(fc.integer({ min: -5, max: 3000 }), fc.double({ noNaN: true, min: -10, max: 5000 }))

describe("formatCount", () => {
  it("agrees with Intl.NumberFormat for every locale and number", () => {
    fc.assert(
      fc.property(locales, numbers, (locale, value) => {
        expect(formatCount(locale, value)).toBe(new Intl.NumberFormat(locale).format(value))
      }),
    )
  })
})

describe("selectPlural", () => {
  it("agrees with Intl.PluralRules for every locale and number", () => {
    fc.assert(
      fc.property(locales, numbers, (locale, value) => {
        expect(selectPlural(locale, value)).toBe(new Intl.PluralRules(locale).select(value))
      }),
    )
  })
})
