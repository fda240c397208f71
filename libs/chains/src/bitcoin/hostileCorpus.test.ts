import { bitcoin as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import type { WalletRequest } from "../contract/Explanation.ts"
import { findOtherSite } from "../explain/findOtherSite.ts"
import { makeEsploraNode } from "../testing/esploraNode.ts"
import { readData } from "../testing/record.ts"
import { explainRequest } from "./explainRequest.ts"

/** `act`: harmful, needs an explicit act. `none`: usual, must not alarm anybody. */
const Corpus = z.array(
  z.strictObject({
    id: z.string(),
    why: z.optional(z.string()),
    expect: z.enum(["act", "none"]),
    /** The warnings, in their order. */
    warns: z.array(z.string()),
    psbt: z.optional(z.string()),
    message: z.optional(z.string()),
    shows: z.optional(z.array(z.string())),
  }),
)
const corpus = Corpus.parse(readData("bitcoinHostile"))

const vera = "bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te"
const ordinals = "bc1pfzhx49qe6s5exppe5hqljg3n6587xk0w75xqr70pgdt7ygnfkssqxqjd9l"

const toPaths = (address: string, coins: readonly (readonly [index: number, value: number])[]) => {
  const none = { funded_txo_sum: 0, spent_txo_sum: 0, tx_count: 0 }
  const status = { confirmed: true, block_height: 1, block_time: 1 }
  const total = coins.reduce((sum, [, value]) => sum + value, 0)
  return {
    [`/address/${address}`]: {
      chain_stats: { ...none, funded_txo_sum: total, tx_count: 3 },
      mempool_stats: none,
    },
    [`/address/${address}/utxo`]: coins.map(([vout, value]) => ({
      txid: "ab".repeat(32),
      vout,
      value,
      status,
    })),
  }
}

const { rpc } = makeEsploraNode({
  "/v1/fees/recommended": { halfHourFee: 12, minimumFee: 1 },
  ...toPaths(vera, [
    [0, 20_000_000_000],
    [1, 50_000],
    [3, 1_000_000_000],
    [7, 600],
  ]),
  ...toPaths(ordinals, [
    [2, 546],
    [4, 10_000],
    [5, 330],
    [6, 500_000_000],
  ]),
})

const review = async (request: WalletRequest) => {
  const own = [vera, ordinals]
  const asked = { network, rpc, from: vera, own, request, tokens: [], nameOf: () => null }
  const { calls, dangers } = await Effect.runPromise(explainRequest(asked))
  const sites = request._tag === "Message" ? findOtherSite(request.message, "app.example") : []
  return { calls, tags: [...dangers, ...sites].map(({ _tag }) => _tag) }
}

describe("hostile and usual requests on Bitcoin", () => {
  it.each(corpus)("$expect: $id", async ({ expect: wanted, message = "", psbt, shows = [], warns }) => {
    const { calls, tags } = await review(
      psbt === undefined ? { _tag: "Message", message } : { _tag: "Transaction", transaction: { psbt } },
    )
    expect(tags).toEqual(warns)
    expect(tags.length > 0).toBe(wanted === "act")
    const texts = calls.flatMap(({ fields }) => fields.map(({ text }) => text))
    for (const text of shows) expect(texts).toContain(text)
  })
})
