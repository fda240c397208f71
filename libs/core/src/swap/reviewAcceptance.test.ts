import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { dai, router, startQuotedSwap, startReviewedSwap, usdc } from "../testing/swapFixture.ts"

const eth = 10n ** 18n

/** Starts a reviewed swap of 100 USDC for an amount of DAI that the test sets. */
const marketSwap = () =>
  Effect.gen(function* () {
    let received = 100n
    const form = yield* startReviewedSwap({
      tryOut: () =>
        Effect.sync(() => ({
          _tag: "Simulated",
          changes: [
            { token: null, before: eth, after: eth },
            { token: usdc.address, before: 1_000_000_000n, after: 900_000_000n },
            { token: dai.address, before: 0n, after: received * eth },
          ],
        })),
      convert: {
        quotes: ({ amount, from, to }) =>
          Effect.sync(() => [
            {
              id: null,
              fromAmount: `${amount}`,
              fromAccount: from,
              toAmount: `${received * eth}`,
              toAccount: to,
            },
          ]),
      },
    })
    return {
      ...form,
      market: (next: bigint) => {
        received = next
      },
    }
  })

describe("a refreshed review", () => {
  it.effect("needs a new acceptance when it is worse", () =>
    Effect.gen(function* () {
      const { as, market, sent: asked, swap } = yield* marketSwap()
      const before = as("Reviewing").review
      market(105n)
      yield* swap.review
      expect(as("Reviewing")).toMatchObject({ worse: null, agreed: { quote: { received: 105n * eth } } })
      market(104n)
      yield* swap.review
      const { agreed, review, worse } = as("Reviewing")
      expect(worse).toEqual({ _tag: "Minimum", before: agreed.quote.minimum })
      expect(agreed.quote.received).toBe(105n * eth)
      yield* swap.confirm
      yield* swap.accept(before)
      yield* swap.confirm
      expect(as("Reviewing").worse).not.toBe(null)
      expect(asked).toEqual([])
      yield* swap.accept(review)
      expect(as("Reviewing")).toMatchObject({ worse: null, confirming: false })
      expect(asked).toEqual([])
      yield* swap.confirm
      expect(asked.length).toBe(1)
    }),
  )

  it.effect("needs no new acceptance when it is not worse", () =>
    Effect.gen(function* () {
      const { as, market, sent: asked, swap } = yield* marketSwap()
      market(99n)
      yield* swap.review
      expect(as("Reviewing").worse?._tag).toBe("Minimum")
      market(98n)
      yield* swap.review
      expect(as("Reviewing").agreed.quote.received).toBe(100n * eth)
      market(100n)
      yield* swap.review
      expect(as("Reviewing").worse).toBe(null)
      yield* swap.confirm
      expect(asked.length).toBe(1)
    }),
  )

  it.effect("compares the review with the one approved before the approval step", () =>
    Effect.gen(function* () {
      const { as, market, sent: asked, swap } = yield* marketSwap()
      yield* swap.confirm
      market(97n)
      yield* TestClock.adjust(5_000)
      const { progress, review, worse } = as("Reviewing")
      expect(worse?._tag).toBe("Minimum")
      expect(progress.approval).not.toBe(null)
      yield* swap.confirm
      expect(asked.length).toBe(1)
      yield* swap.accept(review)
      yield* swap.confirm
      expect(asked.length).toBe(2)
    }),
  )

  it.effect("compares the review with the one accepted last", () =>
    Effect.gen(function* () {
      const { as, market, swap } = yield* marketSwap()
      market(90n)
      yield* swap.review
      yield* swap.accept(as("Reviewing").review)
      yield* swap.review
      expect(as("Reviewing").worse).toBe(null)
      market(89n)
      yield* swap.review
      expect(as("Reviewing").worse?._tag).toBe("Minimum")
    }),
  )

  it.effect("keeps no confirmation for another router, even if both were not simulated", () =>
    Effect.gen(function* () {
      let to = router
      const { allow, as, swap } = yield* startQuotedSwap({
        convert: {
          buildTransaction: ({ amount, user }) =>
            Effect.sync(() => ({
              from: user,
              to: `eip155:1:${to}`,
              data: "0x12",
              amount: `${amount}`,
              eip155: { gas: "1", gasPrice: "1" },
            })),
        },
        tryOut: () => Effect.succeed({ _tag: "Unavailable" }),
      })
      allow(100_000_000n)
      yield* swap.review
      yield* swap.acknowledge("Untried")
      yield* swap.review
      expect(as("Reviewing").passed).toEqual(["Untried"])
      to = "0x00000000000000000000000000000000000000bb"
      yield* swap.review
      expect(as("Reviewing")).toMatchObject({ passed: [], worse: { _tag: "Router" } })
    }),
  )
})
