import type { SwapWarning } from "@wmodal/core/flows"
import { describe, expect, it } from "vitest"
import {
  getSwapWarningValue,
  matchesSwapWarningValue,
  swapWarningError,
  unconfirmedSwapWarnings,
} from "./swapWarnings.ts"

const makeImpactStop = (percent: number | null): SwapWarning => ({ _tag: "Impact", percent })
const makeSecondPriceStop = (percent: number | null): SwapWarning => ({ _tag: "SecondPrice", percent })
const notSimulated: SwapWarning = { _tag: "Untried" }

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
    expect(getSwapWarningValue(stop)).toBe(value)
    expect(unconfirmedSwapWarnings([stop], [value])).toEqual([])
    expect(swapWarningError(stop).reason).toMatchObject({
      _tag: "Guard",
      hint: `To continue: --confirm ${value}`,
    })
  })

  it("rejects other values and parts of the value", () => {
    for (const value of ["", "23", "23.5", "3.4", "99", "unknown", "untried", "yes"])
      expect(unconfirmedSwapWarnings([makeImpactStop(23.4)], [value])).toEqual([makeImpactStop(23.4)])
    expect(unconfirmedSwapWarnings([makeImpactStop(null), notSimulated], ["unknown"])).toEqual([notSimulated])
  })

  it("confirms a price impact and a second price of the same percentage one by one", () => {
    const both = [makeImpactStop(23.4), makeSecondPriceStop(23.4)]
    expect(unconfirmedSwapWarnings(both, ["23.4"])).toEqual([makeSecondPriceStop(23.4)])
    expect(unconfirmedSwapWarnings(both, ["price-23.4"])).toEqual([makeImpactStop(23.4)])
  })

  it("accepts a typed percentage with spaces, a comma or a percent sign", () => {
    for (const text of [" 23.4 % ", "23,4", "23.4%"])
      expect(matchesSwapWarningValue(makeImpactStop(23.4), text)).toBe(true)
  })
})
