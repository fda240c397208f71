import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { formatAmount, parseAmount } from "./Amount.ts"
import { floorAmount, formatBalance } from "./FloorAmount.ts"

const decimals = fc.nat({ max: 40 })
const value = fc.bigInt({ min: 0n, max: 10n ** 60n })

describe("floorAmount and formatBalance", () => {
  it("never exceeds the value, and loses less than one last digit", () => {
    fc.assert(
      fc.property(value, decimals, fc.nat({ max: 10 }), (amount, places, digits) => {
        const shown = Result.getOrThrow(parseAmount(floorAmount(amount, places, digits), places))
        const lost = amount - shown
        expect(lost >= 0n && lost < 10n ** BigInt(Math.max(places - digits, 0))).toBe(true)
      }),
    )
  })

  it("cuts negative amounts towards zero, like positive ones", () => {
    expect(floorAmount(-15999n, 4, 1)).toBe("-1.5")
    expect(floorAmount(-1n, 18, 3)).toBe("0")
    fc.assert(
      fc.property(value, decimals, fc.nat({ max: 10 }), (amount, places, digits) => {
        const shown = floorAmount(amount, places, digits)
        expect(floorAmount(-amount, places, digits)).toBe(shown === "0" ? "0" : `-${shown}`)
      }),
      { examples: [[1n, 0, 0]] },
    )
    expect(formatAmount(-1n, 18)).toBe("-0.000000000000000001")
  })

  it.each([
    [0n, "0.000"],
    [1n, "<0.001"],
    [10n ** 15n - 1n, "<0.001"],
    [10n ** 15n, "0.001"],
    [10n ** 18n, "1"],
    [1_204_999_999_999_999_999n, "1.204"],
    [1_200_000_000_000_000_000n, "1.2"],
    [10n ** 30n, "1000000000000"],
  ])("formats a balance of %s wei as %s", (wei, text) => {
    expect(formatBalance(wei, 18)).toBe(text)
  })
})
