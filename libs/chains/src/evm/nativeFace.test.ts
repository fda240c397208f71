import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { findNativeUnits } from "./nativeFace.ts"

describe("findNativeUnits", () => {
  it.each([
    ["the same balances", { before: 500n, after: 400n }, { before: 500n, after: 400n }, 1n],
    [
      "the balance of USDC with six decimals, which the network counts with eighteen",
      { before: 5_000_000n, after: 4_000_000n },
      { before: 5_000_000_000_000_999_999n, after: 4_000_000_000_000_000_001n },
      10n ** 12n,
    ],
    ["a balance that only ends the same", { before: 501n, after: 400n }, { before: 500n, after: 400n }, null],
    ["a balance that stays", { before: 500n, after: 500n }, { before: 500n, after: 500n }, null],
    [
      "a token that falls at the same time",
      { before: 500n, after: 400n },
      { before: 700n, after: 600n },
      null,
    ],
  ])("tells one ledger from two: %s", (_, token, native, units) => {
    expect(findNativeUnits(token, native)).toBe(units)
  })

  it("never takes two ledgers for one when the loss of the native currency is not that of the token", () => {
    const balance = fc.bigInt({ min: 0n, max: 10n ** 24n })
    fc.assert(
      fc.property(balance, balance, balance, balance, (a, b, c, d) => {
        const units = findNativeUnits({ before: a, after: b }, { before: c, after: d })
        expect(units === null || (c / units === a && d / units === b && a !== b)).toBe(true)
      }),
    )
  })
})
