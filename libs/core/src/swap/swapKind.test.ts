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
