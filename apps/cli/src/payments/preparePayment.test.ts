import type { SendReview } from "@wmodal/core/flows"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { makeBitcoinReview, makeEtherReview } from "../testing/payments.ts"
import { refreshReview } from "./preparePayment.ts"

const toSeenIds = (...ids: readonly string[]): ReadonlySet<string> => new Set(ids)

const refreshAtTurn = async (
  review: SendReview,
  now: ReadonlySet<string>,
  again: Partial<SendReview["fee"]> = {},
) => {
  let asked = 0
  const anew = { ...review, fee: { ...review.fee, ...again }, transaction: { psbt: "anew" } }
  const send = {
    prepare: () =>
      Effect.sync(() => {
        asked++
        return anew
      }),
  }
  const result = await Effect.runPromise(
    Effect.result(
      refreshReview({ earlier: toSeenIds("a"), flows: { send }, readUnsettled: Effect.succeed(now) }, review),
    ),
  )
  return { result, asked }
}

describe("refreshReview", () => {
  it("keeps the review when no other payment was made, and always on EVM", async () => {
    const bitcoin = makeBitcoinReview()
    expect(await refreshAtTurn(bitcoin, toSeenIds("a"))).toMatchObject({
      asked: 0,
      result: { success: bitcoin },
    })
    expect(await refreshAtTurn(bitcoin, toSeenIds())).toMatchObject({ asked: 0 })
    expect(await refreshAtTurn(makeEtherReview(), toSeenIds("a", "b"))).toMatchObject({ asked: 0 })
  })

  it("rebuilds a Bitcoin review after another payment, unless its fee exceeds the shown one", async () => {
    expect(await refreshAtTurn(makeBitcoinReview(), toSeenIds("a", "b"))).toMatchObject({
      asked: 1,
      result: { success: { transaction: { psbt: "anew" } } },
    })
    expect(await refreshAtTurn(makeBitcoinReview(), toSeenIds("b"), { most: 988n })).toMatchObject({
      asked: 1,
      result: { failure: { reason: { _tag: "Guard", message: expect.stringContaining("0.00000988 BTC") } } },
    })
  })
})
