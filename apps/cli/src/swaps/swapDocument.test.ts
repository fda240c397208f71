import type { SwapWarning } from "@wmodal/core/flows"
import { describe, expect, it } from "vitest"
import { eth, withMinimum } from "../testing/swaps.ts"
import { describeSwapWarning, describeWorsening, toSwapPrompts } from "./swapDocument.ts"

const makeImpactStop = (percent: number | null): SwapWarning => ({ _tag: "Impact", percent })
const makeSecondPriceStop = (percent: number | null): SwapWarning => ({ _tag: "SecondPrice", percent })
const notSimulated: SwapWarning = { _tag: "Untried" }

/** Returns what is asked for the warnings that nothing confirms. */
const getLabels = (stops: readonly SwapWarning[], confirm: readonly string[]) =>
  toSwapPrompts(stops, confirm).map(({ label }) => label)

describe("swap warnings", () => {
  it.each([
    [makeImpactStop(23.4), "23.4"],
    [makeImpactStop(15.04), "15.0"],
    [makeImpactStop(100), "100.0"],
    [makeImpactStop(null), "unknown"],
    [makeSecondPriceStop(80.2), "price-80.2"],
    [makeSecondPriceStop(null), "price-unknown"],
    [notSimulated, "untried"],
    [{ _tag: "Router", router: "0xRouter" } as const, "blind"],
  ])("returns the value that confirms %j: %s", (stop, value) => {
    expect(describeSwapWarning(stop).value).toBe(value)
    expect(toSwapPrompts([stop], [value])).toEqual([])
    expect(toSwapPrompts([stop], [])[0]?.error.reason).toMatchObject({
      _tag: "Guard",
      hint: `To continue: --confirm ${value}`,
    })
  })

  it("rejects other values and parts of the value", () => {
    for (const value of ["", "23", "23.5", "3.4", "99", "unknown", "untried", "yes"])
      expect(getLabels([makeImpactStop(23.4)], [value])).toEqual(["Type 23.4 to swap anyway:"])
    expect(getLabels([makeImpactStop(null), notSimulated], ["unknown"])).toEqual([
      "Type untried to swap anyway:",
    ])
  })

  it("confirms a price impact and a second price of the same percentage one by one", () => {
    const both = [makeImpactStop(23.4), makeSecondPriceStop(23.4)]
    expect(getLabels(both, ["23.4"])).toEqual(["Type price-23.4 to swap anyway:"])
    expect(getLabels(both, ["price-23.4"])).toEqual(["Type 23.4 to swap anyway:"])
  })

  it("accepts a typed percentage with spaces, a comma or a percent sign", () => {
    for (const text of [" 23.4 % ", "23,4", "23.4%"])
      expect(toSwapPrompts([makeImpactStop(23.4)], [])[0]?.matches(text)).toBe(true)
  })
})

describe("describeWorsening", () => {
  it.each([
    ["A different contract would swap.", { _tag: "Router" }],
    ["The minimum is now 1 mDAI, not 2 mDAI.", { _tag: "Minimum", before: 2n * eth }],
    ["Not simulated.", { _tag: "Stop", stop: notSimulated }],
    ["The steps have changed.", { _tag: "Steps" }],
    ["The network fee has risen.", { _tag: "Fee" }],
  ] as const)("returns '%s' when that is worse", (text, worse) => {
    expect(describeWorsening(worse, withMinimum(eth))).toBe(text)
  })
})
