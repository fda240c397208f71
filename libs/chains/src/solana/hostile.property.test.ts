import { base58 } from "@scure/base"
import type { Rpc } from "@wmodal/protocol"
import { solanaDevnet as network } from "@wmodal/protocol/networks"
import { Effect, Exit } from "effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import { makeScriptedRpc } from "../testing/scriptedRpc.ts"
import { concatBytes } from "../testing/solanaBytes.ts"
import { decodeBase64, encodeBase64 } from "../text/base64.ts"
import { solanaActions as actions } from "./actions.ts"

const from = "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96"
const to = "AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD"
const token = "EtcCeEgSjtSnbFcZDXPbtV8oj4CgduHBwVtZawQ5ZRm6"
const hash = base58.encode(new Uint8Array(64).fill(7))

const number = fc.oneof(fc.nat(), fc.constantFrom(-1, 0.5, 1e21, Number.NaN, "5", null))
const account = fc.record(
  {
    lamports: number,
    owner: fc.constantFrom(token, "11111111111111111111111111111111", "no", 7),
    executable: fc.oneof(fc.boolean(), fc.constant(1)),
    data: fc.oneof(
      fc.uint8Array({ maxLength: 400 }).map((bytes) => [encodeBase64(bytes), "base64"]),
      fc.constantFrom(["?", "base64"], [], "no", null),
    ),
  },
  { requiredKeys: [] },
)
const value = fc.oneof(
  fc.array(fc.option(account), { maxLength: 5 }),
  fc.record(
    {
      err: fc.oneof(fc.constant(null), fc.json()),
      logs: fc.array(fc.string()),
      unitsConsumed: number,
      accounts: fc.array(fc.option(account)),
    },
    { requiredKeys: [] },
  ),
  fc.record({ blockhash: fc.constantFrom(token, "no", 5), lastValidBlockHeight: number }),
  fc.array(fc.record({ pubkey: fc.string(), account })),
  fc.array(fc.option(fc.record({ slot: number, err: fc.constant(null), confirmationStatus: fc.string() }))),
  number,
)
const answer = fc.oneof(
  fc.record({ context: fc.record({ slot: number }), value }),
  fc.record({ absoluteSlot: number, blockHeight: number, epoch: number }),
  fc.array(fc.record({ signature: fc.constantFrom(hash, "no"), slot: number, prioritizationFee: number })),
  fc.record({
    slot: number,
    blockTime: number,
    meta: fc.option(fc.record({ fee: number })),
    transaction: fc.array(fc.string()),
  }),
  value,
  fc.jsonValue(),
)

/** Returns the responses one after the other, for any request. */
const node = fc.array(answer, { minLength: 1, maxLength: 12 }).map((answers) => {
  let at = 0
  return makeScriptedRpc(() => answers[at++ % answers.length]).rpc
})

const everything = (rpc: Rpc) => {
  const asking = { network, rpc }
  return [null, token].flatMap((asset) => {
    const transfer = { from, to, token: asset, amount: 5n }
    const transaction = actions.build({
      transfer,
      fee: { expected: 0n, most: 0n, transactionFields: {}, seconds: null },
    })
    const bytes = decodeBase64(transaction["transaction"] ?? "") ?? new Uint8Array()
    const raw = encodeBase64(concatBytes([1], new Uint8Array(64).fill(7), bytes.slice(65)))
    const sought = { from, transaction, mark: { slot: "1", height: "1" }, hash, excludedHashes: [] }
    return [
      actions.balance({ ...asking, address: from }),
      actions.tokenBalance({ ...asking, address: from, token }),
      actions.spendableBalance({ ...asking, address: from, token: asset }),
      actions.token({ ...asking, token }),
      actions.estimate({ ...asking, transfer }),
      actions.simulate({ ...asking, transfer, transaction }),
      actions.takeCheckpoint({ ...asking, from }),
      actions.find({ ...asking, sought }),
      actions.broadcast({ ...asking, raw }),
      actions.filterOwned({ ...asking, owner: from, collectibles: [{ contract: token, tokenId: "" }] }),
      actions.explain({
        ...asking,
        from,
        request: { _tag: "Transaction", transaction },
        tokens: [token],
        nameOf: () => null,
      }),
    ]
  })
}

it("fails without defects for any response of a node", async () => {
  await fc.assert(
    fc.asyncProperty(node, async (rpc) => {
      for (const action of everything(rpc)) {
        const exit = await Effect.runPromise(Effect.exit<unknown, { readonly _tag: string }, never>(action))
        const failures = Exit.isSuccess(exit) ? [] : exit.cause.reasons.map(({ _tag }) => _tag)
        expect(failures.filter((tag) => tag !== "Fail")).toEqual([])
      }
    }),
  )
})
