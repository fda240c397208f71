import { solana as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import type { Explanation, WalletRequest } from "../contract/Explanation.ts"
import { findOtherSite } from "../explain/findOtherSite.ts"
import { readData } from "../testing/record.ts"
import { makeScriptedRpc } from "../testing/scriptedRpc.ts"
import { concatBytes, encodeU32, encodeU64 } from "../testing/solanaBytes.ts"
import { encodeBase64 } from "../text/base64.ts"
import { explainRequest } from "./explain/explainRequest.ts"
import { programs } from "./program/programs.ts"

/** What a simulation changes of the account's lamports and of its token account. */
const Change = z.object({
  lamports: z.optional(z.number()),
  tokens: z.optional(z.number()),
  owner: z.optional(z.string()),
  delegate: z.optional(z.number()),
})
/** `act`: harmful, needs an explicit act. `shown`: must be readable. `none`: usual, must not alarm anybody. */
const Corpus = z.array(
  z.strictObject({
    id: z.string(),
    why: z.optional(z.string()),
    expect: z.enum(["act", "shown", "none"]),
    /** The warnings, in their order. */
    warns: z.array(z.string()),
    transaction: z.optional(z.string()),
    message: z.optional(z.string()),
    shows: z.optional(z.array(z.string())),
    after: z.optional(Change),
  }),
)
const corpus = Corpus.parse(readData("solanaHostile"))

const vera = "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96"
const other = "7EeV8eiRuGoR8bFHCjdCRGQd1RM5sR2dAkdiTEtC9ko7"
const token = "EtcCeEgSjtSnbFcZDXPbtV8oj4CgduHBwVtZawQ5ZRm6"
const holding = "9iVQpJYLJP94FbEfBzqTstQkcf86hiNXzKJaJeqpLmKN"

const account = (owner: string, lamports: number, data: Uint8Array = new Uint8Array()) => ({
  owner,
  lamports,
  executable: false,
  data: [encodeBase64(data), "base64"],
})

/** 1,000 SOL, and 10,000 tokens of six decimals. */
const makeAccounts = ({
  delegate = 0,
  lamports = 0,
  owner = vera,
  tokens = 0,
}: z.infer<typeof Change> = {}) =>
  new Map([
    [vera, account(programs.system, 1_000_000_000_000 + lamports)],
    [
      token,
      account(
        programs.token,
        1_461_600,
        concatBytes(new Uint8Array(36), encodeU64(10n ** 12n), [6, 1], new Uint8Array(36)),
      ),
    ],
    [
      holding,
      account(
        programs.token,
        2_039_280,
        concatBytes(
          token,
          owner,
          encodeU64(BigInt(10_000_000_000 + tokens)),
          encodeU32(delegate === 0 ? 0 : 1),
          other,
          [1],
          new Uint8Array(12),
          encodeU64(BigInt(delegate)),
          new Uint8Array(36),
        ),
      ),
    ],
  ])

const Listed = z.array(z.string())
const Watched = z.object({ accounts: z.optional(z.object({ addresses: Listed })) })

const makeNode = (change: z.infer<typeof Change> | undefined) => {
  const [before, after] = [makeAccounts(), makeAccounts(change)]
  return makeScriptedRpc((method, [first, second]) => {
    switch (method) {
      case "getMultipleAccounts":
        return { value: Listed.parse(first).map((one) => before.get(one) ?? null) }
      case "simulateTransaction": {
        const watched = Watched.parse(second).accounts?.addresses ?? []
        const accounts = watched.map((one) => after.get(one) ?? null)
        return { value: { err: null, logs: [], unitsConsumed: 5_000, accounts } }
      }
      case "getTokenAccountsByOwner":
        return { value: [{ pubkey: holding, account: before.get(holding) }] }
      default:
        return undefined
    }
  }).rpc
}

const toTexts = ({ fields }: Explanation): readonly string[] =>
  fields.flatMap(({ text, value }) => (value._tag === "Call" ? toTexts(value.call) : [text]))

const review = async (request: WalletRequest, change: z.infer<typeof Change> | undefined) => {
  const asked = { network, rpc: makeNode(change), from: vera, request, tokens: [], nameOf: () => null }
  const { calls, dangers } = await Effect.runPromise(explainRequest(asked))
  const sites = request._tag === "Message" ? findOtherSite(request.message, "app.example") : []
  return { texts: calls.flatMap(toTexts), tags: [...dangers, ...sites].map(({ _tag }) => _tag) }
}

describe("hostile and usual requests on Solana", () => {
  it.each(corpus)(
    "$expect: $id",
    async ({ after, expect: wanted, message = "", shows = [], transaction, warns }) => {
      const { tags, texts } = await review(
        transaction === undefined
          ? { _tag: "Message", message }
          : { _tag: "Transaction", transaction: { transaction } },
        after,
      )
      expect(tags).toEqual(warns)
      expect(wanted === "shown" ? [wanted] : [tags.length > 0 ? "act" : "none"]).toEqual([wanted])
      for (const text of shows) expect(texts).toContain(text)
    },
  )
})
