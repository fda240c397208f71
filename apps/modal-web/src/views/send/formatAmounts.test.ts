import { parseAmount } from "@wmodal/protocol"
import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  formatBeforeAndAfter,
  formatExactAmount,
  formatFiatAmount,
  formatShortAmount,
  formatSwapAmount,
} from "./formatAmounts.ts"

const usdc = { symbol: "USDC", decimals: 6 }
const ether = { symbol: "ETH", decimals: 18 }
const amounts = fc.bigInt({ min: 0n, max: 10n ** 60n })
const number = (text: string) => text.replace(/ .*$/, "").replaceAll(",", "")

describe("formatAmounts", () => {
  it("keeps every digit of the sent amount", () => {
    expect(formatExactAmount("en", 123456789012345678901234567890n, ether)).toBe(
      "123,456,789,012.34567890123456789 ETH",
    )
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 30 }), (units, decimals) => {
        const text = number(formatExactAmount("en", units, { symbol: "X", decimals }))
        expect(Result.getOrThrow(parseAmount(text, decimals))).toBe(units)
      }),
    )
  })

  it("never rounds up, and never shows a small amount as zero", () => {
    expect(formatShortAmount("en", 1204999999999999999n, ether)).toBe("1.204999 ETH")
    expect(formatShortAmount("en", 1n, ether)).toBe("<0.000001 ETH")
    expect(formatShortAmount("en", 0n, ether)).toBe("0 ETH")
    fc.assert(
      fc.property(fc.bigInt({ min: 10n ** 12n, max: 10n ** 40n }), (units) => {
        const shown = Result.getOrThrow(parseAmount(number(formatShortAmount("en", units, ether)), 18))
        expect(shown <= units && units - shown < 10n ** 12n).toBe(true)
      }),
    )
  })

  it("shows each satoshi and each lamport, because users count in them", () => {
    expect(formatShortAmount("en", 1763n, { symbol: "BTC", decimals: 8 })).toBe("0.00001763 BTC")
    expect(formatShortAmount("en", 1n, { symbol: "SOL", decimals: 9 })).toBe("0.000000001 SOL")
    expect(
      formatBeforeAndAfter("en", { before: 4821377n, after: 4609614n }, { symbol: "BTC", decimals: 8 }),
    ).toEqual(["0.04821377", "0.04609614"])
  })

  it("shows at most six fraction digits of an amount that a swap quotes, and never rounds up", () => {
    const wbtc = { symbol: "WBTC", decimals: 8 }
    expect(formatSwapAmount("en", 123456789n, wbtc)).toBe("1.234567 WBTC")
    expect(formatSwapAmount("en", 99n, wbtc)).toBe("<0.000001 WBTC")
    expect(formatSwapAmount("en", 100n, wbtc)).toBe("0.000001 WBTC")
    expect(formatSwapAmount("en", 5n, { symbol: "GUSD", decimals: 2 })).toBe("0.05 GUSD")
  })

  it("shows that a fiat value is less than a cent", () => {
    expect(formatFiatAmount("en", { units: 4n, decimals: 3 })).toBe("<$0.01")
    expect(formatFiatAmount("en", { units: 0n, decimals: 0 })).toBe("$0.00")
    expect(formatFiatAmount("en", { units: 123450n, decimals: 2 })).toBe("$1,234.50")
  })

  it("shows enough digits to distinguish before from after, for any change", () => {
    expect(formatBeforeAndAfter("en", { before: 950000000n, after: 925000000n }, usdc)).toEqual([
      "950",
      "925",
    ])
    expect(formatBeforeAndAfter("en", { before: 10n ** 18n, after: 10n ** 18n - 1n }, ether)).toEqual([
      "1",
      "0.999999",
    ])
    expect(formatBeforeAndAfter("en", { before: 10n ** 18n + 2n, after: 10n ** 18n + 1n }, ether)).toEqual([
      "1.000000000000000002",
      "1.000000000000000001",
    ])
    fc.assert(
      fc.property(amounts, amounts, (before, after) => {
        const [one, other] = formatBeforeAndAfter("en", { before, after }, ether)
        expect(one === other).toBe(before === after)
      }),
    )
  })
})
