import type { SwapWarning } from "@wmodal/core/flows"
import { describe, expect, it } from "vitest"
import {
  getSwapWarningValue,
  matchesSwapWarningValue,
  swapWarningError,
  unconfirmedSwapWarnings,
} from "./swapWarnings.ts"

const makeImpactStop = (percent: number | null): SwapWarning => ({ _tag: "Impact", percent })
const notSimulated: SwapWarning = { _tag: "Untried" }

describe("swap warnings", () => {
  it.each([
    [makeImpactStop(23.4), "23.4"],
    [makeImpactStop(15.04), "15.0"],
    [makeImpactStop(100), "100.0"],
    [makeImpactStop(null), "unknown"],
    [notSimulated, "untried"],
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

  it("accepts a typed percentage with spaces, a comma or a percent sign", () => {
    for (const text of [" 23.4 % ", "23,4", "23.4%"])
      expect(matchesSwapWarningValue(makeImpactStop(23.4), text)).toBe(true)
  })
})
