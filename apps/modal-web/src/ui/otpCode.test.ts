import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { codeIn, codeLength, digitsOf, isEnded, typedCode } from "./otpCode.ts"

describe("digitsOf", () => {
  it("keeps digits alone, in the order they stand", () => {
    expect(digitsOf(" 1a2-3 four 5\n")).toBe("1235")
  })

  it("reads the digits of other scripts", () => {
    expect(digitsOf("٠١٢٣٤٥٦٧٨٩")).toBe("0123456789")
    expect(digitsOf("۰۱۲۳۴۵۶۷۸۹")).toBe("0123456789")
    expect(digitsOf("०१२३४५६७८९")).toBe("0123456789")
    expect(digitsOf("１２３")).toBe("123")
  })
})

describe("codeIn", () => {
  it("finds the code in the sentence that it came with", () => {
    expect(codeIn("Your code is 048213. It is good for 10 minutes.")).toBe("048213")
    expect(codeIn("2026: code 048213")).toBe("048213")
  })

  it("takes a code that is written in groups", () => {
    expect(codeIn("048 213")).toBe("048213")
    expect(codeIn("048-213\n")).toBe("048213")
    expect(codeIn("0 4 8 2 1 3")).toBe("048213")
  })

  it("gives what there is where it is shorter or longer", () => {
    expect(codeIn("04a8")).toBe("048")
    expect(codeIn("04821399")).toBe("048213")
    expect(codeIn("none")).toBe("")
  })
})

describe("typedCode", () => {
  it("appends, inserts and deletes as any field does", () => {
    expect(typedCode("12", 2)).toEqual({ text: "12", caret: 2 })
    expect(typedCode("1x2", 2)).toEqual({ text: "12", caret: 1 })
    expect(typedCode("1923", 2)).toEqual({ text: "1923", caret: 2 })
    expect(typedCode("", 0)).toEqual({ text: "", caret: 0 })
  })

  it("lets a digit that is typed into a full one take the place of the next", () => {
    expect(typedCode("1293456", 3)).toEqual({ text: "129456", caret: 3 })
  })

  it("drops what is typed behind the last", () => {
    expect(typedCode("1234567", 7)).toEqual({ text: "123456", caret: 6 })
  })

  it("holds digits alone, six at most, with the caret inside, whatever is typed where", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.nat(20), (raw, at) => {
        const { text, caret } = typedCode(raw, Math.min(at, raw.length))
        expect(text).toMatch(/^\d{0,6}$/)
        expect(caret).toBeGreaterThanOrEqual(0)
        expect(caret).toBeLessThanOrEqual(text.length)
      }),
    )
  })

  it("loses nothing of what fits", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,6}$/), fc.nat(codeLength), (digits, at) => {
        expect(typedCode(digits, Math.min(at, digits.length)).text).toBe(digits)
      }),
    )
  })
})

describe("isEnded", () => {
  it("is when the sixth digit comes, wherever it was missing", () => {
    expect(isEnded("12345", { text: "123456", caret: 6 })).toBe(true)
    expect(isEnded("12456", { text: "123456", caret: 3 })).toBe(true)
    expect(isEnded("", { text: "123456", caret: 6 })).toBe(true)
  })

  it("is not while digits are missing, or nothing has changed", () => {
    expect(isEnded("1234", { text: "12345", caret: 5 })).toBe(false)
    expect(isEnded("123456", { text: "123456", caret: 6 })).toBe(false)
  })

  it("waits for the last digit of a full one that is corrected: a code has few tries", () => {
    expect(isEnded("123456", { text: "129456", caret: 3 })).toBe(false)
    expect(isEnded("123456", { text: "123459", caret: 6 })).toBe(true)
  })
})
