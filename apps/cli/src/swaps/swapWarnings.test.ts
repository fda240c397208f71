import type { SwapWarning } from "@wmodal/core/flows"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { payee } from "../testing/payments.ts"
import {
  approveStep,
  eth,
  makeBatchReview,
  makeSwapReview,
  makeTwoStepReview,
  swapStep,
  withMinimum,
} from "../testing/swaps.ts"
import { describeWorsening } from "./swapDocument.ts"
import { describeSwapWarning, toSwapPrompts } from "./swapWarnings.ts"

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

const withFeeIncrease = (percent: bigint) => {
  const fee = {
    expected: 1n,
    most: (63n * 10n ** 12n * percent) / 100n,
    transactionFields: {},
    seconds: null,
  }
  return makeSwapReview({ steps: [{ ...swapStep, fee }] })
}

describe("describeWorsening", () => {
  it("returns null when nothing is worse", () => {
    expect(describeWorsening(makeSwapReview(), makeSwapReview({ until: 9000 }))).toBeNull()
    expect(describeWorsening(makeTwoStepReview(), makeSwapReview())).toBeNull()
    expect(describeWorsening(makeBatchReview(), makeSwapReview())).toBeNull()
    expect(describeWorsening(makeSwapReview(), withFeeIncrease(150n))).toBeNull()
  })

  it("reports a different router", () => {
    expect(describeWorsening(makeSwapReview(), makeSwapReview({ router: payee }))).toMatch(
      /A different contract/,
    )
    expect(
      describeWorsening(makeSwapReview(), makeSwapReview({ router: makeSwapReview().router.toLowerCase() })),
    ).toBeNull()
  })

  it("reports changed steps and a fee increase above 50%", () => {
    expect(describeWorsening(makeSwapReview(), makeTwoStepReview())).toMatch(/steps have changed/)
    expect(describeWorsening(makeTwoStepReview(), makeBatchReview())).toMatch(/steps have changed/)
    expect(describeWorsening(makeSwapReview(), withFeeIncrease(151n))).toMatch(/fee/)
  })

  it.each([
    ["more is lost", 16, 20, true],
    ["less is lost", 20, 16, false],
    ["the impact becomes unknown", 20, null, true],
    ["the impact becomes known", null, 16, true],
    ["the impact stays unknown", null, null, false],
  ])("compares the price impact when %s", (_what, before, after, needed) => {
    const at = (percent: number | null) => makeSwapReview({ stops: [{ _tag: "Impact", percent }] })
    expect(describeWorsening(at(before), at(after)) !== null).toBe(needed)
  })

  it("reports a new warning", () => {
    expect(describeWorsening(makeSwapReview(), makeSwapReview({ stops: [{ _tag: "Untried" }] }))).toMatch(
      /Not simulated/,
    )
  })

  it("reports every lower minimum", () => {
    const minimum = fc.bigInt({ min: 1n, max: 200n * eth })
    fc.assert(
      fc.property(minimum, minimum, (before, after) => {
        expect(describeWorsening(withMinimum(before), withMinimum(after)) !== null).toBe(after < before)
      }),
    )
    expect(describeWorsening(withMinimum(2n * eth), withMinimum(eth))).toBe(
      "The minimum is now 1 mDAI, not 2 mDAI.",
    )
  })

  it("ignores the fee when one of both is unknown", () => {
    expect(
      describeWorsening(makeTwoStepReview(), makeSwapReview({ steps: [{ ...approveStep, fee: null }] })),
    ).toBeNull()
  })
})
