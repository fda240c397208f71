import { expect, it } from "vitest"
import { isWindowTooSmall, makePartsInSight } from "./sight.ts"

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

const size = (innerWidth: number, innerHeight: number, over = {}) => ({
  innerWidth,
  innerHeight,
  outerWidth: innerWidth,
  outerHeight: innerHeight + 41,
  screen: { availWidth: 1280, availHeight: 1024 },
  ...over,
})

it.each([
  ["a popup of the least size that browsers open", size(100, 100)],
  ["a strip as wide as the screen", size(1280, 100)],
  ["a column as high as the screen", size(100, 1024)],
])("counts a window as too small to read when it is %s", (_name, sized) => {
  expect(isWindowTooSmall(sized)).toBe(true)
})

it.each([
  ["the one that the frame opens", size(420, 720)],
  ["that one, zoomed in four times", size(105, 180, { outerWidth: 420, outerHeight: 761 })],
  ["a phone's", size(360, 560, { screen: { availWidth: 360, availHeight: 740 } })],
  ["a phone's on its side", size(640, 260, { screen: { availWidth: 740, availHeight: 360 } })],
])("counts a window as large enough when it is %s", (_name, sized) => {
  expect(isWindowTooSmall(sized)).toBe(false)
})
