import { expect, it } from "vitest"
import { makePartsInSight } from "./sight.ts"

const part = (
  target: string,
  over: { readonly intersectionRatio?: number; readonly isVisible?: boolean } = {},
) => ({
  target,
  intersectionRatio: 1,
  isVisible: true,
  ...over,
})

it("sees an approval only when every part is visible as a whole", () => {
  const areInSight = makePartsInSight(["origin", "approve"])
  expect(areInSight([part("approve")])).toBe(false)
  expect(areInSight([part("origin", { intersectionRatio: 0.98 })])).toBe(false)
  expect(areInSight([part("origin")])).toBe(true)
  // An overlay of the embedding page.
  expect(areInSight([part("approve", { isVisible: false })])).toBe(false)
  expect(areInSight([part("approve")])).toBe(true)
})

it("never sees an approval in a browser that cannot detect covering", () => {
  const areInSight = makePartsInSight(["origin"])
  expect(areInSight([{ target: "origin", intersectionRatio: 1 }])).toBe(false)
})
