import { describe, expect, it } from "@effect/vitest"
import { TransferRejected } from "@wmodal/chains"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { coin, noResponseError, type SwapWorld, startQuotedSwap, usdc } from "../testing/swapFixture.ts"

const max = { amount: "max", slippage: 1 } as const
const whole = 1_500_000_000_000_000_000n

/** Every estimate is the next of these maximum fees; the last one stays. */
const feesOf = (...most: readonly [bigint, ...bigint[]]): SwapWorld => {
  let at = 0
  return {
    contracts: {
      estimateCall: () =>
        Effect.sync(() => ({
          expected: 1n,
          most: most[Math.min(at++, most.length - 1)] ?? 0n,
          transactionFields: { gas: "0x1" },
          seconds: 12,
        })),
    },
  }
}

const startEtherSwap = (given: SwapWorld = {}) =>
  Effect.map(startQuotedSwap(given), (form) => ({
    ...form,
    order: { ...max, source: form.token("ETH").token, destination: form.token("DAI").token },
  }))

describe("a swap of the whole balance", () => {
  it.effect("takes the whole balance of a token", () =>
    Effect.gen(function* () {
      const { swap, token } = yield* startQuotedSwap()
      const order = { ...max, source: token("USDC").token, destination: token("DAI").token }
      expect((yield* swap.prepare(order)).quote.amount).toBe(1_000_000_000n)
    }),
  )

  it.effect("leaves exactly the maximum fee of this swap in the native currency", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.bigInt({ min: 60_000n, max: 600_000n }),
          fc.bigInt({ min: 0n, max: 500n * 10n ** 9n }),
          fc.bigInt({ min: 0n, max: 10n ** 15n }),
          fc.bigInt({ min: 1n, max: 2n * 10n ** 18n }),
          (gas, price, rollup, balance) =>
            Effect.runPromise(
              Effect.scoped(
                Effect.gen(function* () {
                  const most = (gas * 6n * price) / 5n + rollup
                  const given = { ...feesOf(most), spendable: () => balance }
                  const { order, swap } = yield* startEtherSwap(given)
                  const prepared = yield* Effect.result(swap.prepare(order))
                  expect(prepared).toMatchObject(
                    balance > most
                      ? { success: { quote: { amount: balance - most }, form: { max: true } } }
                      : { failure: { reason: { _tag: "Insufficient", of: "gas" } } },
                  )
                }),
              ).pipe(Effect.provide(TestClock.layer())),
            ),
        ),
        { numRuns: 60 },
      ),
    ),
  )

  it.effect("estimates again when the fee rises with each block meanwhile", () =>
    Effect.gen(function* () {
      const [first, second, third] = [800_000n, 900_000n, 1_012_500n]
      const { order, swap } = yield* startEtherSwap(feesOf(first, second, second, third, third))
      const { quote, steps } = yield* swap.prepare(order)
      const fee = steps[0].fee?.most ?? 0n
      expect(quote.amount + fee).toBeLessThanOrEqual(whole)
      expect(whole - quote.amount - fee).toBeLessThanOrEqual((fee + 7n) / 8n)
    }),
  )

  it.effect("gives up on a fee that doubles with each estimate", () =>
    Effect.gen(function* () {
      const doubling = Array.from({ length: 12 }, (_, at) => 2n ** BigInt(at) * 1_000n)
      const { order, swap } = yield* startEtherSwap(feesOf(500n, ...doubling))
      expect((yield* Effect.flip(swap.prepare(order))).reason).toEqual({ _tag: "Insufficient", of: "gas" })
    }),
  )

  it.effect("takes the whole native balance of a smart account", () =>
    Effect.gen(function* () {
      const { order, swap } = yield* startEtherSwap({ accountType: "smartAccount" })
      expect((yield* swap.prepare(order)).quote.amount).toBe(whole)
    }),
  )

  it.effect.each([
    [coin, 2_000n, "gas"],
    [coin, 0n, "token"],
    [usdc, 0n, "token"],
  ] as const)("refuses a maximum when nothing remains: %#", ([source, balance, of]) =>
    Effect.gen(function* () {
      const { swap, token } = yield* startQuotedSwap({ spendable: () => balance })
      const order = { ...max, source: token(source.symbol).token, destination: token("DAI").token }
      expect((yield* Effect.flip(swap.prepare(order))).reason).toEqual({ _tag: "Insufficient", of })
    }),
  )

  it.effect("keeps the reviewed amount while its fee fits, and makes it smaller when it no longer does", () =>
    Effect.gen(function* () {
      let most = 2_000n
      const fee = () => Effect.sync(() => ({ expected: 1n, most, transactionFields: {}, seconds: 12 }))
      const { as, order, swap } = yield* startEtherSwap({ contracts: { estimateCall: fee } })
      yield* swap.open(order)
      const refreshed = Effect.map(swap.review, () => as("Reviewing").review.quote.amount)
      most = 1_000n
      expect(yield* refreshed).toBe(whole - 2_000n)
      most = 2_500n
      expect(yield* refreshed).toBe(whole - 2_500n)
      expect(as("Reviewing")).toMatchObject({
        form: { amount: "1.4999999999999975", max: true },
        worse: { _tag: "Minimum" },
      })
    }),
  )
})

describe("Max in the form of a swap", () => {
  it.effect("shows the whole balance until there is a swap to estimate, then less the fee", () =>
    Effect.gen(function* () {
      const { as, swap, token } = yield* startQuotedSwap()
      yield* swap.begin
      yield* swap.chooseSource(token("ETH"))
      yield* swap.useMax
      expect(as("Editing").form).toMatchObject({ amount: "1.5", max: true, destination: null })
      yield* swap.chooseDestination(token("DAI"))
      expect(as("Editing").form).toMatchObject({ amount: "1.499999999999998", max: true })
    }),
  )

  it.effect("becomes an amount like any other once the amount, the source or the direction changes", () =>
    Effect.gen(function* () {
      const { as, swap, token } = yield* startQuotedSwap()
      const isMax = () => as("Editing").form.max
      yield* swap.useMax
      expect(isMax()).toBe(true)
      yield* swap.typeAmount("1")
      expect(isMax()).toBe(false)
      yield* swap.useMax
      yield* swap.chooseSource(token("ETH"))
      expect(isMax()).toBe(false)
      yield* swap.useMax
      yield* swap.switchSides
      expect(isMax()).toBe(false)
    }),
  )

  it.effect("reviews what fits by then", () =>
    Effect.gen(function* () {
      let most = 2_000n
      const fee = () => Effect.sync(() => ({ expected: 1n, most, transactionFields: {}, seconds: 12 }))
      const { as, swap, token } = yield* startQuotedSwap({ contracts: { estimateCall: fee } })
      yield* swap.chooseSource(token("ETH"))
      yield* swap.useMax
      most = 3_000n
      yield* swap.review
      expect(as("Reviewing").review.quote.amount).toBe(whole - 3_000n)
    }),
  )

  it.effect("says why there is none, and asks again when it is pressed again", () =>
    Effect.gen(function* () {
      let works = false
      const estimateCall = () =>
        works
          ? Effect.succeed({ expected: 1n, most: 2_000n, transactionFields: {}, seconds: 12 })
          : Effect.fail(new TransferRejected({ reason: { _tag: "Insufficient" } }))
      const { as, reason, swap, token } = yield* startQuotedSwap({ contracts: { estimateCall } })
      yield* swap.chooseSource(token("ETH"))
      yield* swap.useMax
      expect(reason()).toEqual({ _tag: "Insufficient", of: "gas" })
      works = true
      yield* swap.useMax
      expect(as("Editing")).toMatchObject({ form: { amount: "1.499999999999998" }, error: null })
    }),
  )

  it.effect("reports that the exchange could not build the swap", () =>
    Effect.gen(function* () {
      const { reason, swap, token } = yield* startQuotedSwap({
        convert: { buildTransaction: () => Effect.fail(noResponseError) },
      })
      yield* swap.chooseSource(token("ETH"))
      yield* swap.useMax
      expect(reason()).toMatchObject({ _tag: "Failed", during: "transaction" })
    }),
  )
})
