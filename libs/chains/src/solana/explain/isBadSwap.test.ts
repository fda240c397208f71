import { describe, expect, it } from "vitest"
import type { AssetAmount } from "../../effects/Trade.ts"
import { isBadSwap } from "./isBadSwap.ts"

const of = (units: bigint): readonly AssetAmount[] => [{ asset: { _tag: "Native" }, units }]
/** What a node expects: 1,000 for 500. */
const expected = { gives: of(1_000n), gets: of(500n) }
const terms = { most: 1_000n, least: 495n, strays: [] }

describe("isBadSwap", () => {
  it.each([
    ["returns less than half of what is expected at least", { least: 249n }],
    ["takes more than twice what is expected at most", { most: 2_001n }],
    ["has another amount like what is given", { strays: [7n, 900n] }],
    ["has another amount like what is returned", { strays: [251n] }],
  ])("returns true when a swap %s", (_, changed) => {
    expect(isBadSwap({ ...terms, ...changed }, expected)).toBe(true)
  })

  it.each([
    ["half of what is expected", { least: 250n }],
    ["twice what is expected", { most: 2_000n }],
    ["other amounts that are unlike", { strays: [0n, 7n, 2_001n] }],
  ])("returns false for %s", (_, changed) => {
    expect(isBadSwap({ ...terms, ...changed }, expected)).toBe(false)
  })
})
