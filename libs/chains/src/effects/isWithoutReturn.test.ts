import { describe, expect, it } from "vitest"
import { goesToOthers, isWithoutReturn } from "./isWithoutReturn.ts"
import type { Asset, AssetAmount } from "./Trade.ts"

const native: Asset = { _tag: "Native" }
const unknown: Asset = { _tag: "Token", token: "unknown" }
const ape: Asset = { _tag: "Collectible", id: "7" }
const lookUp = ({ _tag }: Asset) => (_tag === "Native" ? 8 : null)
const of = (asset: Asset, units: bigint): AssetAmount => ({ asset, units })

const dollar: Asset = { _tag: "Token", token: "dollar" }
const coin: Asset = { _tag: "Token", token: "coin" }
/** A dollar with 6 decimals, and a coin with 8 without a price. */
const decimalsOf = (asset: Asset) => (asset === dollar ? 6 : asset === coin ? 8 : null)
const priceOf = (asset: Asset) => (asset === dollar ? 1 : null)
const trade = (gives: readonly AssetAmount[], gets: readonly AssetAmount[]) => ({ gives, gets })

describe("isWithoutReturn by prices", () => {
  it.each([
    [
      "5,000 dollars for 0.01 of what costs 200,000 at most",
      trade([of(dollar, 5_000_000_000n)], [of(coin, 1_000_000n)]),
    ],
    ["9 dollars for 0.00000001 of a coin", trade([of(dollar, 9_000_000n)], [of(coin, 1n)])],
    ["9 dollars for nothing of a coin", trade([of(dollar, 9_000_000n)], [of(coin, 0n)])],
    ["9 dollars for a few units without decimals", trade([of(dollar, 9_000_000n)], [of(unknown, 9_999n)])],
    ["50 dollars for less than a 10,000th of a coin", trade([of(dollar, 50_000_000n)], [of(coin, 9_999n)])],
    ["a coin without a price for next to nothing", trade([of(coin, 10_000n)], [of(dollar, 99n)])],
    ["an amount for less than half of it", trade([of(dollar, 5_000_000_000n)], [of(dollar, 2_499_000_000n)])],
  ])("returns true for %s", (_, given) => {
    expect(isWithoutReturn(given, decimalsOf, priceOf)).toBe(true)
  })

  it("returns true for next to nothing when the price of what is given is 0", () => {
    const given = trade([of(dollar, 5_000_000_000n)], [of(coin, 1n)])
    expect(isWithoutReturn(given, decimalsOf, () => 0)).toBe(true)
  })

  it.each([
    [
      "5,000 dollars for 0.05 of a coin without a price",
      trade([of(dollar, 5_000_000_000n)], [of(coin, 5_000_000n)]),
    ],
    ["9 dollars for 0.000099 of a coin", trade([of(dollar, 9_000_000n)], [of(coin, 9_900n)])],
    ["a coin without a price for half a cent", trade([of(coin, 10_000n)], [of(dollar, 5_000n)])],
    ["a coin without a price for a dollar", trade([of(coin, 100_000_000n)], [of(dollar, 1_000_000n)])],
    ["dollars for a collectible", trade([of(dollar, 5_000_000_000n)], [of(ape, 1n)])],
    ["dollars for a token without decimals", trade([of(dollar, 5_000_000_000n)], [of(unknown, 10_000n)])],
  ])("returns false for %s", (_, given) => {
    expect(isWithoutReturn(given, decimalsOf, priceOf)).toBe(false)
  })
})

describe("goesToOthers", () => {
  const sold = (own: readonly AssetAmount[], others: readonly AssetAmount[]) =>
    goesToOthers({ gives: [of(ape, 1n)], gets: own, others }, decimalsOf, priceOf)

  it("returns true when others receive more than the account", () => {
    expect(sold([of(dollar, 100n)], [of(dollar, 1_000_000n)])).toBe(true)
    expect(sold([of(coin, 10_000n)], [of(dollar, 5_000_000_000n)])).toBe(true)
    expect(sold([], [of(dollar, 1_000_000n)])).toBe(true)
  })

  it("returns false for fees, and when no one else is named", () => {
    expect(sold([of(dollar, 11_700_000n)], [of(dollar, 300_000n)])).toBe(false)
    expect(sold([of(dollar, 1_000_000n)], [of(coin, 100_000n)])).toBe(false)
    expect(sold([of(ape, 1n)], [of(dollar, 5_000_000_000n)])).toBe(false)
    expect(sold([of(dollar, 1_000_000n)], [])).toBe(false)
  })
})

describe("isWithoutReturn", () => {
  it.each([
    ["a collectible for nothing", [of(ape, 1n)], []],
    ["a collectible for less than a 10,000th of a unit", [of(ape, 1n)], [of(native, 9_999n)]],
    ["money for nothing", [of(native, 10_000n)], []],
    ["a token without decimals for nothing", [of(unknown, 10_000n)], []],
    ["money for less than half of it", [of(native, 50_001n)], [of(native, 25_000n)]],
  ])("returns true for %s", (_, gives, gets) => {
    expect(isWithoutReturn({ gives, gets }, lookUp)).toBe(true)
  })

  it.each([
    ["a collectible for a 10,000th of a unit", [of(ape, 1n)], [of(native, 10_000n)]],
    ["money for a collectible", [of(native, 100_000_000n)], [of(ape, 1n)]],
    ["money for half of it", [of(native, 50_000n)], [of(native, 25_000n)]],
    ["next to nothing for nothing", [of(native, 9_999n)], []],
    ["a few units of a token without decimals for nothing", [of(unknown, 9_999n)], []],
    ["nothing for something", [], [of(native, 10_000n)]],
    ["nothing for nothing", [], []],
  ])("returns false for %s", (_, gives, gets) => {
    expect(isWithoutReturn({ gives, gets }, lookUp)).toBe(false)
  })
})
