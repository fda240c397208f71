import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { coin, startQuotedSwap, usdc } from "../testing/swapFixture.ts"

const max = { amount: "max", slippage: 1 } as const

describe("a swap of the whole balance", () => {
  it.effect("takes the whole balance of a token", () =>
    Effect.gen(function* () {
      const { swap, token } = yield* startQuotedSwap()
      const order = { ...max, source: token("USDC").token, destination: token("DAI").token }
      expect((yield* swap.prepare(order)).quote.amount).toBe(1_000_000_000n)
    }),
  )

  it.effect("leaves twice the fee in the native currency", () =>
    Effect.gen(function* () {
      const { swap, token } = yield* startQuotedSwap()
      const order = { ...max, source: token("ETH").token, destination: token("DAI").token }
      const { amount } = (yield* swap.prepare(order)).quote
      expect(amount).toBe(1_500_000_000_000_000_000n - 2n * 150_000n * 1000n)
    }),
  )

  it.effect("takes the whole native balance of a smart account", () =>
    Effect.gen(function* () {
      const { swap, token } = yield* startQuotedSwap({ accountType: "smartAccount" })
      const order = { ...max, source: token("ETH").token, destination: token("DAI").token }
      expect((yield* swap.prepare(order)).quote.amount).toBe(1_500_000_000_000_000_000n)
    }),
  )

  it.effect.each([
    [coin, 300_000_000n, "gas"],
    [coin, 0n, "token"],
    [usdc, 0n, "token"],
  ] as const)("refuses a maximum when nothing remains: %#", ([source, balance, of]) =>
    Effect.gen(function* () {
      const { swap, token } = yield* startQuotedSwap({ spendable: () => balance })
      const order = { ...max, source: token(source.symbol).token, destination: token("DAI").token }
      expect((yield* Effect.flip(swap.prepare(order))).reason).toEqual({ _tag: "Insufficient", of })
    }),
  )
})
