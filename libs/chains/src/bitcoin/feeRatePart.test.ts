import { expect, it } from "vitest"
import { toFeeRatePart } from "./feeRatePart.ts"

it.each([
  [987n, 141n, 7],
  [1_000n, 141n, 7.1],
  [141n, 141n, 1],
])("converts a fee of %i sat for %i vB to %d sat/vB", (fee, size, perVbyte) => {
  expect(toFeeRatePart(fee, size)).toEqual([{ _tag: "Rate", perVbyte, vbytes: Number(size) }])
})
