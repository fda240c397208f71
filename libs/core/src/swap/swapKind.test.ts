import { describe, expect, it } from "@effect/vitest"
import { ConnectorError, type SendOutcome } from "@wmodal/chains"
import { mainnet } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { makeHeldAnswer, startQuotedSwap, startReviewedSwap } from "../testing/swapFixture.ts"

describe("a submitted review", () => {
  it.effect("accepts a review once: a second submit is a duplicate", () =>
    Effect.gen(function* () {
      const { as, swap } = yield* startReviewedSwap()
      const { review } = as("Reviewing")
      const entry = yield* swap.submit(review, [])
      const twin = yield* Effect.flip(swap.submit(review, []))
      expect(twin.reason).toEqual({ _tag: "Duplicate", entry: entry.id })
    }),
  )

  it.effect("refuses another review of the same swap while the first is unsettled", () =>
    Effect.gen(function* () {
      const { as, sent: asked, swap } = yield* startReviewedSwap()
      const { review } = as("Reviewing")
      const entry = yield* swap.submit(review, [])
      const twin = yield* Effect.flip(swap.submit({ ...review }, []))
      expect(twin.reason).toEqual({ _tag: "Duplicate", entry: entry.id })
      expect(asked.length).toBe(1)
    }),
  )

  it.effect("refuses a second submit also after the step is done", () =>
    Effect.gen(function* () {
      const { as, entries, swap } = yield* startReviewedSwap()
      const { review } = as("Reviewing")
      const { id } = yield* swap.submit(review, [])
      yield* TestClock.adjust(5_000)
      expect(entries()[0]?.state._tag).toBe("Confirmed")
      expect((yield* Effect.flip(swap.submit(review, []))).reason).toEqual({ _tag: "Duplicate", entry: id })
    }),
  )

  it.effect("refuses a script's review for another account, or for a wallet on another network", () =>
    Effect.gen(function* () {
      const { as, connect, sent: asked, swap, walletMoves } = yield* startReviewedSwap()
      const { review } = as("Reviewing")
      yield* walletMoves("eip155:10")
      expect((yield* Effect.flip(swap.submit(review, []))).reason).toEqual({ _tag: "Changed" })
      yield* connect("0x00000000000000000000000000000000000000b2", mainnet)
      expect((yield* Effect.flip(swap.submit(review, []))).reason).toEqual({ _tag: "Changed" })
      expect(asked).toEqual([])
    }),
  )

  it.effect("refuses a script's review once it is stale", () =>
    Effect.gen(function* () {
      const { as, sent: asked, swap } = yield* startReviewedSwap()
      const { review } = as("Reviewing")
      yield* TestClock.adjust(15_000)
      expect((yield* Effect.flip(swap.submit(review, []))).reason).toEqual({ _tag: "Stale" })
      expect(asked).toEqual([])
    }),
  )
})

describe("events for the host app", () => {
  it.effect.each([
    [true, ["INITIATE_SWAP", "SWAP_SUCCESS"]],
    [false, ["INITIATE_SWAP"]],
  ] as const)(
    "follows the chain when it shows the swap before the wallet responds: success %s",
    ([well, heard]) =>
      Effect.gen(function* () {
        const { give, wait } = makeHeldAnswer<SendOutcome>()
        const { allow, as, chain, entries, events, find, swap } = yield* startQuotedSwap({
          calls: { sendTransaction: () => wait },
        })
        allow(100_000_000n)
        yield* swap.review
        yield* Effect.forkChild(swap.confirm, { startImmediately: true })
        yield* TestClock.adjust(0)
        chain("Mined", well)
        find(`0x${"7".repeat(64)}`)
        yield* TestClock.adjust(65_000)
        as("Left")
        const error = new ConnectorError({ connectorId: "io.scripted", reason: { _tag: "Offline" } })
        yield* give({ _tag: "Unknown", hash: null, error })
        yield* TestClock.adjust(0)
        expect(entries()[0]?.state._tag).toBe(well ? "Confirmed" : "Reverted")
        expect(events.map(({ name }) => name)).toEqual(heard)
      }),
  )
})

/** A wallet whose capabilities include atomic batches. */
const claiming = (reason: ConnectorError["reason"]) =>
  Effect.gen(function* () {
    const asked: string[] = []
    const form = yield* startReviewedSwap({
      calls: {
        capabilities: () =>
          Effect.sync(() => {
            asked.push("capabilities")
            return { atomic: "supported", assetDiscovery: false }
          }),
        sendCalls: () =>
          Effect.suspend(() => {
            asked.push("sendCalls")
            return Effect.fail(new ConnectorError({ connectorId: "io.scripted", reason }))
          }),
      },
    })
    return { ...form, asked }
  })

describe("a wallet with unreliable batch support", () => {
  it.effect("receives the steps one by one after the user accepts the reported change", () =>
    Effect.gen(function* () {
      const { as, asked, entries, sent, swap } = yield* claiming({
        _tag: "Unsupported",
        method: "wallet_sendCalls",
      })
      expect(as("Reviewing").review.path._tag).toBe("Batch")
      yield* swap.confirm
      const { agreed, error, review, worse } = as("Reviewing")
      expect(review.path._tag).toBe("TwoSteps")
      expect(agreed.path._tag).toBe("Batch")
      expect(worse).toEqual({ _tag: "Steps" })
      expect(error?.reason._tag).toBe("Wallet")
      expect(sent).toEqual([])
      expect(entries().map(({ state }) => state._tag)).toEqual(["NotSent"])
      yield* swap.review
      expect(as("Reviewing").review.path._tag).toBe("TwoSteps")
      yield* swap.accept(as("Reviewing").review)
      yield* swap.confirm
      as("Approving")
      expect(sent.length).toBe(1)
      expect(asked).toEqual(["capabilities", "sendCalls"])
    }),
  )

  it.effect("receives the batch again after a decline", () =>
    Effect.gen(function* () {
      const { as, swap } = yield* claiming({ _tag: "Declined" })
      yield* swap.confirm
      yield* swap.review
      expect(as("Reviewing")).toMatchObject({ worse: null, review: { path: { _tag: "Batch" } } })
    }),
  )
})
