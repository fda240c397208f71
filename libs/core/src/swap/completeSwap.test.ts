import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { startQuotedSwap } from "../testing/swapFixture.ts"

/** Starts a swap, with a complete order for another amount. */
const startWithOrder = Effect.gen(function* () {
  const form = yield* startQuotedSwap()
  const [source, destination] = [form.token("USDC").token, form.token("DAI").token]
  return { ...form, order: { source, destination, amount: 50_000_000n, slippage: 2 } as const }
})

describe("a complete swap", () => {
  it.effect("goes to its review without a form, and through both steps", () =>
    Effect.gen(function* () {
      const { as, entries, order, swap } = yield* startWithOrder
      const review = yield* swap.open(order)
      expect(as("Reviewing")).toMatchObject({
        review,
        agreed: review,
        worse: null,
        form: { amount: "50", slippage: 2 },
        progress: { approval: null, swap: null },
      })
      yield* swap.confirm
      as("Approving")
      yield* TestClock.adjust(5_000)
      expect(as("Reviewing").review.steps.map(({ kind }) => kind)).toEqual(["swap"])
      yield* swap.confirm
      expect(as("Left").progress).toEqual({ approval: entries()[1]?.id, swap: entries()[0]?.id })
    }),
  )

  it.effect("shows its own amounts in the form when the user goes back", () =>
    Effect.gen(function* () {
      const { as, order, swap } = yield* startWithOrder
      yield* swap.open({ ...order, amount: "max" })
      yield* swap.back
      expect(as("Editing").form).toMatchObject({ amount: "1000", slippage: 2 })
    }),
  )

  it.effect("leaves the form as it is when it cannot be prepared", () =>
    Effect.gen(function* () {
      const { as, order, state, swap } = yield* startWithOrder
      const before = state()
      const error = yield* Effect.flip(swap.open({ ...order, amount: 10n ** 30n }))
      expect(error.reason).toEqual({ _tag: "Insufficient", of: "token" })
      expect(as("Editing")).toBe(before)
    }),
  )

  it.effect("refuses a swap whose approval is pending", () =>
    Effect.gen(function* () {
      const { as, chain, entries, order, sent, swap } = yield* startWithOrder
      chain("Missing")
      yield* swap.open(order)
      yield* swap.confirm
      as("Approving")
      const error = yield* Effect.flip(swap.open(order))
      expect(error.reason).toEqual({ _tag: "Duplicate", entry: entries()[0]?.id })
      expect(sent.length).toBe(1)
    }),
  )

  it.effect("refreshes its review ten seconds after it was opened, while the watch runs", () =>
    Effect.gen(function* () {
      const { as, order, swap } = yield* startWithOrder
      const review = yield* swap.open(order)
      yield* Effect.forkChild(swap.watch)
      yield* TestClock.adjust(9_999)
      expect(as("Reviewing").review).toBe(review)
      yield* TestClock.adjust(1)
      expect(as("Reviewing").review.until).toBe(review.until + 10_000)
    }),
  )
})
