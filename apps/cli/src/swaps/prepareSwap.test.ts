import { expect, it } from "@effect/vitest"
import type { Swap, SwapToken } from "@wmodal/core/flows"
import { Effect } from "effect"
import { describe } from "vitest"
import { dai, makeSwapReview, usd } from "../testing/swaps.ts"
import { makeSwapPreparer } from "./prepareSwap.ts"

const makeSwapToken = (token: SwapToken["token"], price: SwapToken["price"]): SwapToken => ({
  token,
  balance: null,
  price,
  suggested: false,
})

/** An exchange of two tokens. The price of the first one is known after the first preparation. */
const makeExchange = () => {
  const asked: Parameters<Swap["prepare"]>[0][] = []
  const price = () => (asked.length === 0 ? null : { units: 2n, decimals: 0 })
  const swap: Pick<Swap, "find" | "prepare"> = {
    find: (text) =>
      Effect.sync(() =>
        text === "mUSDC" ? makeSwapToken(usd, price()) : text === "mDAI" ? makeSwapToken(dai, null) : null,
      ),
    prepare: (order) =>
      Effect.sync(() => {
        asked.push(order)
        const { quote } = makeSwapReview()
        const { amount } = order
        return makeSwapReview({ quote: { ...quote, amount: amount === "max" ? quote.amount : amount } })
      }),
  }
  return { asked, swap }
}

const limits = { slippage: 0.5, maxUsd: null }
const whole = { amount: "1.5", from: "mUSDC", to: "mDAI" }

describe("makeSwapPreparer", () => {
  it.effect("requests a quote in base units and returns the worth in US dollars", () =>
    Effect.gen(function* () {
      const { asked, swap } = makeExchange()
      const { review, worth } = yield* yield* makeSwapPreparer({ swap }, whole, limits)
      expect(asked).toEqual([{ source: usd, destination: dai, amount: 1_500_000n, slippage: 0.5 }])
      expect(worth).toEqual({ units: 3_000_000n, decimals: 6 })
      expect(review).toMatchObject({ router: makeSwapReview().router, quote: { amount: 1_500_000n } })
    }),
  )

  it.effect("reuses the first resolved amount of `max` in later reviews", () =>
    Effect.gen(function* () {
      const { asked, swap } = makeExchange()
      const look = yield* makeSwapPreparer({ swap }, { ...whole, amount: "max" }, limits)
      const { worth } = yield* look
      yield* look
      expect(asked.map(({ amount }) => amount)).toEqual(["max", makeSwapReview().quote.amount])
      expect(worth).toEqual({ units: 200_000_000n, decimals: 6 })
    }),
  )

  it.effect("rejects a swap above --max-usd", () =>
    Effect.gen(function* () {
      const looked = (maxUsd: string) =>
        Effect.flatten(makeSwapPreparer({ swap: makeExchange().swap }, whole, { ...limits, maxUsd }))
      expect((yield* looked("3")).worth).toEqual({ units: 3_000_000n, decimals: 6 })
      expect(yield* Effect.flip(looked("2.99"))).toMatchObject({ reason: { _tag: "Guard" } })
    }),
  )

  it.effect.each([
    [{ ...whole, from: "NOPE" }, /No token found.*: NOPE/],
    [{ ...whole, to: "\u202eNOPE" }, /No token found.*: NOPE/],
    [{ ...whole, to: "mUSDC" }, /itself/],
    [{ ...whole, amount: "0.0000001" }, /6 decimals/],
    [{ ...whole, amount: "1e3" }, /not a valid amount/],
    [{ ...whole, amount: "0.0" }, /zero/],
  ] as const)("rejects invalid input before any request: %j", ([wrong, says]) =>
    Effect.gen(function* () {
      const { asked, swap } = makeExchange()
      const error = yield* Effect.flip(makeSwapPreparer({ swap }, wrong, limits))
      expect(error).toMatchObject({ reason: { _tag: "Usage", message: expect.stringMatching(says) } })
      expect(asked).toEqual([])
    }),
  )
})
