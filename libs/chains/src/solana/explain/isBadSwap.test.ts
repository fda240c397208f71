import { describe, expect, it } from "vitest"
import type { AssetAmount } from "../../effects/Trade.ts"
import { isBadSwap } from "./isBadSwap.ts"

const of = (units: bigint): readonly AssetAmount[] => [{ asset: { _tag: "Native" }, units }]
/** What a node expects: 1,000 for 500. */
const expected = { gives: of(1_000n), gets: of(500n) }
const terms = { most: 1_000n, least: 495n, exact: "given", strays: [] } as const

describe("isBadSwap", () => {
  it.each([
    ["returns less than half of what is expected at least", { least: 249n }],
    ["takes more than twice what is expected at most", { most: 2_001n }],
    ["has another amount like what is given", { strays: [7n, 900n] }],
    ["has another amount of which a hundredth is given", { strays: [100_000n] }],
    ["has another amount like what is returned exactly", { exact: "returned", strays: [251n] }],
  ] as const)("returns true when a swap %s", (_, changed) => {
    expect(isBadSwap({ ...terms, ...changed }, expected)).toBe(true)
  })

  it.each([
    ["half of what is expected", { least: 250n }],
    ["twice what is expected", { most: 2_000n }],
    ["other amounts that are unlike", { strays: [0n, 7n, 333n, 102_000n] }],
    ["other amounts like what is not exact", { strays: [249n] }],
  ] as const)("returns false for %s", (_, changed) => {
    expect(isBadSwap({ ...terms, ...changed }, expected)).toBe(false)
  })
})
