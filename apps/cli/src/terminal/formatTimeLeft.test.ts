import { expect, it } from "vitest"
import { formatTimeLeft } from "./formatTimeLeft.ts"

it.each([
  [240_000, "4:00"],
  [239_001, "4:00"],
  [61_000, "1:01"],
  [59_900, "1:00"],
  [1, "0:01"],
  [0, "0:00"],
  [-5000, "0:00"],
])("formats %i ms as %s", (left, text) => {
  expect(formatTimeLeft(1_000_000 + left, 1_000_000)).toBe(text)
})
