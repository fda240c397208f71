import type { Movement } from "@wmodal/core/flows"
import { expect, it } from "vitest"
import { formatExactMovement, formatShortMovement, toMovementDocument } from "./formatMovement.ts"

const make = (change: Partial<Movement>): Movement => ({
  text: "+<0.001 ETH",
  amount: { units: 123_450_000_000_000n, decimals: 18 },
  symbol: "ETH",
  direction: "in",
  icon: null,
  collectible: false,
  ...change,
})
const collectible = make({ text: "Cat #1", amount: null, symbol: "", collectible: true })

it.each([
  [make({}), "+0.00012345 ETH", "+<0.001 ETH"],
  [make({ direction: "out" }), "-0.00012345 ETH", "-<0.001 ETH"],
  [make({ direction: "self" }), "0.00012345 ETH", "<0.001 ETH"],
  [make({ atLeast: true }), "≥ +0.00012345 ETH", "≥ +<0.001 ETH"],
  [make({ amount: { units: 12_393_100_001n, decimals: 7 }, symbol: "" }), "+1239.3100001", "+1,239.310"],
  [make({ amount: { units: 0n, decimals: 6 } }), "+0 ETH", "+0.000 ETH"],
  [collectible, "+Cat #1", "+Cat #1"],
  [make({ amount: null, text: "ETH" }), "+ETH", "+ETH"],
] as const)("signs %o by its direction, with every digit for scripts", (movement, exact, short) => {
  expect(formatExactMovement(movement)).toBe(exact)
  expect(formatShortMovement(movement)).toBe(short)
})

it("gives scripts the integer, its decimals and the direction", () => {
  expect(toMovementDocument(make({ direction: "out", atLeast: true }))).toEqual({
    direction: "out",
    text: "+<0.001 ETH",
    symbol: "ETH",
    value: 123_450_000_000_000n,
    decimals: 18,
    amount: "0.00012345",
    collectible: false,
    atLeast: true,
  })
  expect(toMovementDocument(collectible)).toEqual({ direction: "in", text: "Cat #1", collectible: true })
})
