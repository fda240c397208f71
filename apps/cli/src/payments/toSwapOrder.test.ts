import { expect, it } from "@effect/vitest"
import type { Swap, SwapToken } from "@wmodal/core/flows"
import { Effect } from "effect"
import { describe } from "vitest"
import { dai, usd } from "../testing/swaps.ts"
import { toSwapOrder } from "./preparePayment.ts"

const makeSwapToken = (token: SwapToken["token"]): SwapToken => ({
  token,
  balance: null,
  price: null,
  suggested: false,
})

/** An exchange of two tokens. */
const swap: Pick<Swap, "find"> = {
  find: (text) =>
    Effect.succeed(text === "mUSDC" ? makeSwapToken(usd) : text === "mDAI" ? makeSwapToken(dai) : null),
}

const whole = { amount: "1.5", from: "mUSDC", to: "mDAI" }

describe("toSwapOrder", () => {
  it.effect("returns both tokens and the amount in base units, or `max`", () =>
    Effect.gen(function* () {
      const pair = { source: usd, destination: dai, slippage: 0.5 }
      expect(yield* toSwapOrder(swap, whole, 0.5)).toEqual({ ...pair, amount: 1_500_000n })
      const max = yield* toSwapOrder(swap, { ...whole, amount: "max" }, 0.5)
      expect(max).toEqual({ ...pair, amount: "max" })
    }),
  )

  it.effect.each([
    [{ ...whole, from: "NOPE" }, /No token found.*: NOPE/],
    [{ ...whole, to: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" }, /No token found.* at 0x7099/],
    [{ ...whole, to: "\u202eNOPE" }, /No token found.*: NOPE/],
    [{ ...whole, to: "mUSDC" }, /itself/],
    [{ ...whole, amount: "0.0000001" }, /6 decimals/],
    [{ ...whole, amount: "1e3" }, /not a valid amount/],
    [{ ...whole, amount: "0.0" }, /zero/],
  ] as const)("rejects invalid input: %j", ([wrong, says]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(toSwapOrder(swap, wrong, 0.5))
      expect(error).toMatchObject({ reason: { _tag: "Usage", message: expect.stringMatching(says) } })
    }),
  )
})
