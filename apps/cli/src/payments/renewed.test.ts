import type { SendReview } from "@wmodal/core/flows"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { bitcoinReview, etherReview } from "../testing/payments.ts"
import { renewed } from "./renewed.ts"

const seen = (...ids: readonly string[]): ReadonlySet<string> => new Set(ids)

const turn = async (review: SendReview, now: ReadonlySet<string>, again: Partial<SendReview["fee"]> = {}) => {
  let asked = 0
  const anew = { ...review, fee: { ...review.fee, ...again }, transaction: { psbt: "anew" } }
  const send = {
    prepare: () =>
      Effect.sync(() => {
        asked++
        return anew
      }),
  }
  const result = await Effect.runPromise(Effect.result(renewed(send, review, { before: seen("a"), now })))
  return { result, asked }
}

describe("a review, once it is our turn", () => {
  it("stands where nobody has paid meanwhile, and on a chain without coins", async () => {
    const bitcoin = bitcoinReview()
    expect(await turn(bitcoin, seen("a"))).toMatchObject({ asked: 0, result: { success: bitcoin } })
    expect(await turn(bitcoin, seen())).toMatchObject({ asked: 0 })
    expect(await turn(etherReview(), seen("a", "b"))).toMatchObject({ asked: 0 })
  })

  it("is made anew where another process has, for no more than the fee that was shown", async () => {
    expect(await turn(bitcoinReview(), seen("a", "b"))).toMatchObject({
      asked: 1,
      result: { success: { transaction: { psbt: "anew" } } },
    })
    expect(await turn(bitcoinReview(), seen("b"), { most: 988n })).toMatchObject({
      asked: 1,
      result: { failure: { reason: { _tag: "Guard", message: expect.stringContaining("0.00000988 BTC") } } },
    })
  })
})
