import type { SwapStop } from "@wmodal/core/flows"
import { describe, expect, it } from "vitest"
import { isValueOf, refuseSwapStop, swapStopsLeft, valueOf } from "./swapStops.ts"

const impact = (percent: number | null): SwapStop => ({ _tag: "Impact", percent })
const untried: SwapStop = { _tag: "Untried" }

describe("the stops of a swap", () => {
  it.each([
    [impact(23.4), "23.4"],
    [impact(15.04), "15.0"],
    [impact(100), "100.0"],
    [impact(null), "unknown"],
    [untried, "untried"],
  ])("are passed by their value: %j by %s", (stop, value) => {
    expect(valueOf(stop)).toBe(value)
    expect(swapStopsLeft([stop], [value])).toEqual([])
    expect(refuseSwapStop(stop).reason).toMatchObject({
      _tag: "Guard",
      hint: `If that is what you want: --confirm ${value}`,
    })
  })

  it("are passed by no other, and by no part of it", () => {
    for (const value of ["", "23", "23.5", "3.4", "99", "unknown", "untried", "yes"])
      expect(swapStopsLeft([impact(23.4)], [value])).toEqual([impact(23.4)])
    expect(swapStopsLeft([impact(null), untried], ["unknown"])).toEqual([untried])
  })

  it("are typed as people type a percentage", () => {
    for (const text of [" 23.4 % ", "23,4", "23.4%"]) expect(isValueOf(impact(23.4), text)).toBe(true)
  })
})
