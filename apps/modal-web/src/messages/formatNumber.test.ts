import { formatAmount } from "@wmodal/protocol"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  formatExactNumber,
  formatFiatParts,
  formatFiatValue,
  formatLocaleQuantity,
  isolateText,
} from "./formatNumber.ts"

const plain = (text: string) => text.replaceAll(",", "")

describe("formatNumber", () => {
  it("formats money to the cent in the language's form", () => {
    expect(formatFiatValue("en", { units: 418267n, decimals: 2 })).toBe("$4,182.67")
    expect(formatFiatValue("en", { units: 2999999n, decimals: 6 })).toBe("$3.00")
    expect(formatFiatValue("de", { units: 418267n, decimals: 2 })).toMatch(/^4\.182,67\s\$$/)
  })

  it("truncates a quantity towards zero for any length", () => {
    expect(formatLocaleQuantity("en", { units: 1999n, decimals: 3 }, 2)).toBe("1.99")
    expect(formatLocaleQuantity("en", { units: 123456789012345678901234567890n, decimals: 18 }, 2)).toBe(
      "123,456,789,012.34",
    )
    expect(formatLocaleQuantity("de", { units: 1234567n, decimals: 3 }, 2)).toBe("1.234,56")
  })

  it("never shows a zero of something: a quantity, or money", () => {
    const wei = { units: 1n, decimals: 18 }
    expect(formatLocaleQuantity("en", wei, 2)).toBe("<0.01")
    expect(formatLocaleQuantity("en", wei, 2, 6)).toBe("<0.000001")
    expect(formatLocaleQuantity("en", { units: 0n, decimals: 18 }, 2, 6)).toBe("0.00")
    const money = (units: bigint) =>
      formatFiatParts("en", { units, decimals: 3 })
        .map(({ value }) => value)
        .join("")
    expect([money(9n), money(10n), money(0n)]).toEqual(["<$0.01", "$0.01", "$0.00"])
  })

  it("never rounds up, and returns every digit on request", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 40n }),
        fc.integer({ min: 0, max: 30 }),
        (units, decimals) => {
          expect(plain(formatExactNumber("en", { units, decimals }))).toBe(formatAmount(units, decimals))
          // Less than a hundredth has a form of its own.
          fc.pre(units === 0n || units * 100n >= 10n ** BigInt(decimals))
          const [whole = "", fraction = ""] = plain(formatLocaleQuantity("en", { units, decimals }, 2)).split(
            ".",
          )
          const shown = BigInt(whole + fraction) * 10n ** BigInt(decimals)
          expect(shown <= units * 100n && units * 100n < shown + 10n ** BigInt(decimals)).toBe(true)
        },
      ),
    )
  })

  it("isolates the direction of text inside a sentence", () => {
    expect(isolateText("0x1")).toBe("\u20680x1\u2069")
  })

  it("keeps text from ending its isolation", () => {
    expect(isolateText("Shop\u2069 \u2067evil")).toBe("\u2068Shop evil\u2069")
  })
})
