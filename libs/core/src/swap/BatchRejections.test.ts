import { describe, expect, it } from "@effect/vitest"
import { ConnectorError } from "@wmodal/chains"
import { Effect } from "effect"
import { startReviewedSwap } from "../testing/swapFixture.ts"

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
