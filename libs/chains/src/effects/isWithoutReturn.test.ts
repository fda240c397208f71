import { describe, expect, it } from "vitest"
import { isWithoutReturn } from "./isWithoutReturn.ts"
import type { Asset, AssetAmount } from "./Trade.ts"

const native: Asset = { _tag: "Native" }
const unknown: Asset = { _tag: "Token", token: "unknown" }
const ape: Asset = { _tag: "Collectible", id: "7" }
const lookUp = ({ _tag }: Asset) => (_tag === "Native" ? 8 : null)
const of = (asset: Asset, units: bigint): AssetAmount => ({ asset, units })

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
