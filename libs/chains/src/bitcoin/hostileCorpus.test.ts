import { bitcoin as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import type { WalletRequest } from "../contract/Explanation.ts"
import { findOtherSite } from "../explain/findOtherSite.ts"
import { makeBitcoinCorpusNode, toCorpusAccounts } from "../testing/bitcoinCorpusNode.ts"
import { readData } from "../testing/record.ts"
import { explainRequest } from "./explainRequest.ts"

/** `act`: harmful, needs an explicit act. `none`: usual, must not alarm anybody. */
const Corpus = z.array(
  z.strictObject({
    id: z.string(),
    why: z.optional(z.string()),
    expect: z.enum(["act", "none"]),
    /** The address in use. */
    from: z.optional(z.enum(["ordinals", "taproot"])),
    /** The warnings, in their order. */
    warns: z.array(z.string()),
    psbt: z.optional(z.string()),
    message: z.optional(z.string()),
    shows: z.optional(z.array(z.string())),
  }),
)
const corpus = Corpus.parse(readData("bitcoinHostile"))

const { rpc } = makeBitcoinCorpusNode()

const review = async (request: WalletRequest, from: "ordinals" | "taproot" | undefined) => {
  const asked = { network, rpc, ...toCorpusAccounts(from), request, tokens: [], nameOf: () => null }
  const { calls, dangers } = await Effect.runPromise(explainRequest(asked))
  const sites = request._tag === "Message" ? findOtherSite(request.message, "app.example") : []
  return { calls, tags: [...dangers, ...sites].map(({ _tag }) => _tag) }
}

describe("hostile and usual requests on Bitcoin", () => {
  it.each(corpus)("$expect: $id", async ({ expect: wanted, from, message = "", psbt, shows = [], warns }) => {
    const { calls, tags } = await review(
      psbt === undefined ? { _tag: "Message", message } : { _tag: "Transaction", transaction: { psbt } },
      from,
    )
    expect(tags).toEqual(warns)
    expect(tags.length > 0).toBe(wanted === "act")
    const texts = calls.flatMap(({ fields }) => fields.map(({ text }) => text))
    for (const text of shows) expect(texts).toContain(text)
  })
})
