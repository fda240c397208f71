import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { applyOtpEdit, codeLength, isOtpComplete, parseOtpCode, toAsciiDigits } from "./otpCode.ts"

describe("digitsOf", () => {
  it("keeps digits alone, in the order they stand", () => {
    expect(toAsciiDigits(" 1a2-3 four 5\n")).toBe("1235")
  })

  it("reads the digits of other scripts", () => {
    expect(toAsciiDigits("٠١٢٣٤٥٦٧٨٩")).toBe("0123456789")
    expect(toAsciiDigits("۰۱۲۳۴۵۶۷۸۹")).toBe("0123456789")
    expect(toAsciiDigits("०१२३४५६७८९")).toBe("0123456789")
    expect(toAsciiDigits("１２３")).toBe("123")
  })
})

describe("codeIn", () => {
  it("finds the code in the sentence that it came with", () => {
    expect(parseOtpCode("Your code is 048213. It is good for 10 minutes.")).toBe("048213")
    expect(parseOtpCode("2026: code 048213")).toBe("048213")
  })

  it("takes a code that is written in groups", () => {
    expect(parseOtpCode("048 213")).toBe("048213")
    expect(parseOtpCode("048-213\n")).toBe("048213")
    expect(parseOtpCode("0 4 8 2 1 3")).toBe("048213")
  })

  it("gives what there is where it is shorter or longer", () => {
    expect(parseOtpCode("04a8")).toBe("048")
    expect(parseOtpCode("04821399")).toBe("048213")
    expect(parseOtpCode("none")).toBe("")
  })
})

describe("typedCode", () => {
  it("appends, inserts and deletes as any field does", () => {
    expect(applyOtpEdit("12", 2)).toEqual({ text: "12", caret: 2 })
    expect(applyOtpEdit("1x2", 2)).toEqual({ text: "12", caret: 1 })
    expect(applyOtpEdit("1923", 2)).toEqual({ text: "1923", caret: 2 })
    expect(applyOtpEdit("", 0)).toEqual({ text: "", caret: 0 })
  })

  it("lets a digit that is typed into a full one take the place of the next", () => {
    expect(applyOtpEdit("1293456", 3)).toEqual({ text: "129456", caret: 3 })
  })

  it("drops what is typed behind the last", () => {
    expect(applyOtpEdit("1234567", 7)).toEqual({ text: "123456", caret: 6 })
  })

  it("holds digits alone, six at most, with the caret inside, whatever is typed where", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.nat(20), (raw, at) => {
        const { text, caret } = applyOtpEdit(raw, Math.min(at, raw.length))
        expect(text).toMatch(/^\d{0,6}$/)
        expect(caret).toBeGreaterThanOrEqual(0)
        expect(caret).toBeLessThanOrEqual(text.length)
      }),
    )
  })

  it("loses nothing of what fits", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,6}$/), fc.nat(codeLength), (digits, at) => {
        expect(applyOtpEdit(digits, Math.min(at, digits.length)).text).toBe(digits)
      }),
    )
  })
})

describe("isEnded", () => {
  it("is when the sixth digit comes, wherever it was missing", () => {
    expect(isOtpComplete("12345", { text: "123456", caret: 6 })).toBe(true)
    expect(isOtpComplete("12456", { text: "123456", caret: 3 })).toBe(true)
    expect(isOtpComplete("", { text: "123456", caret: 6 })).toBe(true)
  })

  it("is not while digits are missing, or nothing has changed", () => {
    expect(isOtpComplete("1234", { text: "12345", caret: 5 })).toBe(false)
    expect(isOtpComplete("123456", { text: "123456", caret: 6 })).toBe(false)
  })

  it("waits for the last digit of a full one that is corrected: a code has few tries", () => {
    expect(isOtpComplete("123456", { text: "129456", caret: 3 })).toBe(false)
    expect(isOtpComplete("123456", { text: "123459", caret: 6 })).toBe(true)
  })
})
