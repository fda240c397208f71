import { expect, it } from "vitest"
import { parsePercent } from "./Slippage.tsx"

it.each([
  ["0.5", 0.5],
  ["1", 1],
  ["1.", 1],
  ["50", 50],
  ["0.01", 0.01],
  ["0", null],
  ["0.00", null],
  ["50.01", null],
  ["0.001", null],
  ["100", null],
  ["", null],
])("accepts percentages above 0 and at most 50 with two decimals: %s", (text, expected) => {
  expect(parsePercent(text)).toBe(expected)
})
