import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { formatAmount, parseAmount } from "./Amount.ts"
import { applyNumericEdit, parsePastedNumber } from "./NumericInput.ts"

/** Types one key after the other at the end of the field; a blocked key leaves it unchanged. */
const press = (keys: string) =>
  Array.from(keys).reduce((field, key) => applyNumericEdit(field + key) ?? field, "")

describe("applyNumericEdit", () => {
  it.each([
    ["", ""],
    ["1.5", "1.5"],
    ["1,5", "1.5"],
    [".5", "0.5"],
    [",5", "0.5"],
    [".", "0."],
    ["05", "5"],
    ["00", "0"],
    ["007.50", "7.50"],
    ["1.2.3", "1.23"],
    ["1.2,3", "1.23"],
    ["1.234,5", "1.2345"],
    ["-1e3 x", "13"],
    ["١2", "2"],
  ])("turns typed %j into %j", (keys, field) => expect(press(keys)).toBe(field))

  it("keeps a field valid when its middle is deleted", () => {
    expect(applyNumericEdit(".5")).toBe("0.5")
    expect(applyNumericEdit("00")).toBe("0")
    expect(applyNumericEdit("")).toBe("")
  })

  it("keeps a valid amount after any keys, and is idempotent", () => {
    const keys = fc.array(fc.constantFrom(..."0123456789.,-+e x'"), { maxLength: 40 })
    fc.assert(
      fc.property(keys, (pressed) => {
        const field = press(pressed.join(""))
        expect(field).toMatch(/^(?:(?:0|[1-9]\d*)(?:\.\d*)?)?$/)
        expect(applyNumericEdit(field)).toBe(field)
        expect(field === "" || Result.isSuccess(parseAmount(field.replace(/\.$/, ""), 40))).toBe(true)
      }),
    )
  })

  it("keeps every formatted amount when typed or pasted", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.nat({ max: 20 }), (value, decimals) => {
        const text = formatAmount(value, decimals)
        expect(press(text)).toBe(text)
        expect(parsePastedNumber(text)).toBe(text)
      }),
    )
  })
})

describe("parsePastedNumber", () => {
  it.each([
    ["1,234.5", "1234.5"],
    ["1.234,5", "1234.5"],
    ["1 234,5", "1234.5"],
    ["1\u{a0}234\u{a0}567,5", "1234567.5"],
    ["1\u{202f}234,5", "1234.5"],
    ["1'234.5", "1234.5"],
    ["1’234", "1234"],
    ["1,234,567", "1234567"],
    ["1.234.567,", "1234567."],
    [" 12.5\n", "12.5"],
    ["1,234", "1.234"],
    ["1.234", "1.234"],
    [",5", "0.5"],
    ["007", "7"],
    ["", ""],
  ])("turns pasted %j into %j", (text, field) => expect(parsePastedNumber(text)).toBe(field))

  it.each([
    "1,234,5",
    "1.2.3",
    "12,34.5",
    "1234,567.8",
    "0,123,456",
    "1,234.567.8",
    "1,234.567,8",
    "1 234'567",
    "1,,234",
    "-1",
    "1e3",
    "0x10",
    "$5",
    "5 ETH",
    "NaN",
    "١",
  ])("rejects %j as invalid or ambiguous", (text) => expect(parsePastedNumber(text)).toBeNull())

  it("parses grouped numbers of these locales", () => {
    const locale = fc.constantFrom("en-US", "de-DE", "fr-FR", "de-CH", "ru-RU", "pt-BR", "sv-SE")
    const amount = fc.bigInt({ min: 1_000_000n, max: 10n ** 30n })
    fc.assert(
      fc.property(locale, amount, fc.stringMatching(/^\d{1,18}$/), (language, whole, fraction) => {
        const format = new Intl.NumberFormat(language)
        const decimal = format.formatToParts(0.5).find(({ type }) => type === "decimal")?.value ?? ""
        expect(parsePastedNumber(format.format(whole))).toBe(`${whole}`)
        expect(parsePastedNumber(`${format.format(whole)}${decimal}${fraction}`)).toBe(`${whole}.${fraction}`)
      }),
    )
  })

  it("returns only texts that typing accepts, and never throws", () => {
    const anything = fc.oneof(
      fc.uint16Array().map((codes) => String.fromCharCode(...codes)),
      fc.array(fc.constantFrom(..."0123456789.,' "), { maxLength: 30 }).map((all) => all.join("")),
    )
    fc.assert(
      fc.property(anything, (text) => {
        const field = parsePastedNumber(text)
        expect(field === null ? null : applyNumericEdit(field)).toBe(field)
      }),
    )
  })
})
