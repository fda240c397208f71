import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { applyOtpEdit, codeLength, isOtpComplete, parseOtpCode, toAsciiDigits } from "./otpCode.ts"

describe("toAsciiDigits", () => {
  it("keeps only digits, in their order", () => {
    expect(toAsciiDigits(" 1a2-3 four 5\n")).toBe("1235")
  })

  it("converts the digits of other scripts", () => {
    expect(toAsciiDigits("٠١٢٣٤٥٦٧٨٩")).toBe("0123456789")
    expect(toAsciiDigits("۰۱۲۳۴۵۶۷۸۹")).toBe("0123456789")
    expect(toAsciiDigits("०१२३४५६७८९")).toBe("0123456789")
    expect(toAsciiDigits("１２３")).toBe("123")
  })
})

describe("parseOtpCode", () => {
  it("finds the code in a sentence around it", () => {
    expect(parseOtpCode("Your code is 048213. It is good for 10 minutes.")).toBe("048213")
    expect(parseOtpCode("2026: code 048213")).toBe("048213")
  })

  it("accepts a code in groups", () => {
    expect(parseOtpCode("048 213")).toBe("048213")
    expect(parseOtpCode("048-213\n")).toBe("048213")
    expect(parseOtpCode("0 4 8 2 1 3")).toBe("048213")
  })

  it("returns every digit when there are fewer or more than six", () => {
    expect(parseOtpCode("04a8")).toBe("048")
    expect(parseOtpCode("04821399")).toBe("048213")
    expect(parseOtpCode("none")).toBe("")
  })
})

describe("applyOtpEdit", () => {
  it("appends, inserts and deletes as any field does", () => {
    expect(applyOtpEdit("12", 2)).toEqual({ text: "12", caret: 2 })
    expect(applyOtpEdit("1x2", 2)).toEqual({ text: "12", caret: 1 })
    expect(applyOtpEdit("1923", 2)).toEqual({ text: "1923", caret: 2 })
    expect(applyOtpEdit("", 0)).toEqual({ text: "", caret: 0 })
  })

  it("overwrites the next digit when one is typed into a complete code", () => {
    expect(applyOtpEdit("1293456", 3)).toEqual({ text: "129456", caret: 3 })
  })

  it("drops a digit that is typed after the last", () => {
    expect(applyOtpEdit("1234567", 7)).toEqual({ text: "123456", caret: 6 })
  })

  it("returns at most six digits with the caret inside for any edit", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.nat(20), (raw, at) => {
        const { text, caret } = applyOtpEdit(raw, Math.min(at, raw.length))
        expect(text).toMatch(/^\d{0,6}$/)
        expect(caret).toBeGreaterThanOrEqual(0)
        expect(caret).toBeLessThanOrEqual(text.length)
      }),
    )
  })

  it("keeps every digit that fits", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,6}$/), fc.nat(codeLength), (digits, at) => {
        expect(applyOtpEdit(digits, Math.min(at, digits.length)).text).toBe(digits)
      }),
    )
  })
})

describe("isOtpComplete", () => {
  it("returns true when the sixth digit is typed at any position", () => {
    expect(isOtpComplete("12345", { text: "123456", caret: 6 })).toBe(true)
    expect(isOtpComplete("12456", { text: "123456", caret: 3 })).toBe(true)
    expect(isOtpComplete("", { text: "123456", caret: 6 })).toBe(true)
  })

  it("returns false while digits are missing or when nothing has changed", () => {
    expect(isOtpComplete("1234", { text: "12345", caret: 5 })).toBe(false)
    expect(isOtpComplete("123456", { text: "123456", caret: 6 })).toBe(false)
  })

  it("waits for the last digit when a complete code is corrected, because tries are limited", () => {
    expect(isOtpComplete("123456", { text: "129456", caret: 3 })).toBe(false)
    expect(isOtpComplete("123456", { text: "123459", caret: 6 })).toBe(true)
  })
})
