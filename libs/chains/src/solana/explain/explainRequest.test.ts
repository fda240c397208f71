import { readFileSync } from "node:fs"
import { join } from "node:path"
import { AccountRole } from "@solana/kit"
import { solanaDevnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { makeScriptedRpc } from "../../testing/scriptedRpc.ts"
import { concatBytes, encodeU32, encodeU64 } from "../../testing/solanaBytes.ts"
import { makeNodeAccount, makeNodeHolding } from "../../testing/solanaNode.ts"
import { makeInstruction, makeMeta, unsignedTransaction } from "../../testing/solanaTransactions.ts"
import { normalizeAddress } from "../normalizeAddress.ts"
import { programs } from "../program/programs.ts"
import { explainRequest } from "./explainRequest.ts"

const vera = "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96"
const thief = "AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD"
const token = "EtcCeEgSjtSnbFcZDXPbtV8oj4CgduHBwVtZawQ5ZRm6"
const holding = "9iVQpJYLJP94FbEfBzqTstQkcf86hiNXzKJaJeqpLmKN"

const makeHolding = (owner: string, amount: bigint, delegate?: Parameters<typeof makeNodeHolding>[3]) =>
  makeNodeHolding(token, owner, amount, delegate)

/** An instruction of an unknown program that may write to the account and its token account. */
const strange = makeInstruction(thief, Uint8Array.of(1), [
  makeMeta(vera, AccountRole.WRITABLE_SIGNER),
  makeMeta(holding, AccountRole.WRITABLE),
])
const transaction = unsignedTransaction({ payer: vera, blockhash: token, instructions: [strange] })

type AccountFixture = ReturnType<typeof makeNodeAccount> | null

/** Explains a transaction that leaves these accounts behind. Both exist before, unless `held` is `null`. */
const leaving = async (
  own: AccountFixture,
  tokens: AccountFixture,
  saysBalance = true,
  { lamports, held }: { readonly lamports: number; readonly held: AccountFixture } = {
    lamports: 1_000_000,
    held: makeHolding(vera, 500n),
  },
) => {
  const before: Readonly<Record<string, AccountFixture>> = {
    [vera]: makeNodeAccount(programs.system, lamports),
    [holding]: held,
  }
  const after: Readonly<Record<string, AccountFixture>> = { [vera]: own, [holding]: tokens }
  const { rpc } = makeScriptedRpc((method, params) => {
    const [first, second] = params
    const Listed = z.array(z.string())
    const Asked = z.object({ accounts: z.object({ addresses: Listed }) })
    switch (method) {
      case "getMultipleAccounts":
        return { context: { slot: 1 }, value: Listed.parse(first).map((one) => before[one] ?? null) }
      case "simulateTransaction": {
        const { addresses } = Asked.parse(second).accounts
        const accounts = addresses.map((one) => after[one] ?? null)
        return { context: { slot: 1 }, value: { err: null, logs: [], unitsConsumed: 1, accounts } }
      }
      case "getTokenAccountsByOwner":
        return saysBalance
          ? {
              context: { slot: 1 },
              value: before[holding] == null ? [] : [{ pubkey: holding, account: before[holding] }],
            }
          : undefined
      default:
        return undefined
    }
  })
  const request = { _tag: "Transaction", transaction: { transaction } } as const
  const asked = { network, rpc, from: vera, request, tokens: [], nameOf: () => null }
  return Effect.runPromise(explainRequest(asked))
}

/** Only the simulation shows what an unknown program does. */
const unread = { _tag: "Unread" }

describe("warnings of an unknown program's effects", () => {
  const own = makeNodeAccount(programs.system, 995_000)

  it("warns Unread, and reports the balance changes of the simulation", async () => {
    expect(await leaving(own, makeHolding(vera, 500n))).toMatchObject({
      calls: [{ intent: null, contract: thief }],
      dangers: [{ _tag: "Unread" }],
      trial: { changes: [{ token: null, before: 1_000_000n, after: 1_000_000n }] },
    })
    expect((await leaving(own, makeHolding(vera, 0n))).trial).toMatchObject({
      changes: [{ token: null }, { token, before: 500n, after: 0n }],
    })
    expect((await leaving(null, null)).trial).toMatchObject({
      changes: [
        { token: null, before: 1_000_000n, after: 5_000n },
        { token, before: 500n, after: 0n },
      ],
    })
  })

  it("warns of an allowance for more than a tenth of the balance", async () => {
    const named = { token, symbol: "", spender: thief }
    const letting = async (amount: bigint) =>
      (await leaving(own, makeHolding(vera, 500n, { address: thief, amount }))).dangers
    expect(await letting(50n)).toEqual([unread])
    expect(await letting(51n)).toEqual([unread, { _tag: "LargeApproval", taking: "much", ...named }])
    expect(await letting(499n)).toEqual([unread, { _tag: "LargeApproval", taking: "much", ...named }])
    expect(await letting(500n)).toEqual([unread, { _tag: "LargeApproval", taking: "everything", ...named }])
    expect(await letting(2n ** 64n - 1n)).toEqual([unread, { _tag: "UnlimitedApproval", ...named }])
  })

  it("warns of no giveaway when only the rent of an own new token account leaves", async () => {
    const opening = async (paid: number, owner = vera) => {
      const none = { lamports: 10_000_000, held: null }
      const left = makeNodeAccount(programs.system, none.lamports - 5_000 - paid)
      return (await leaving(left, makeHolding(owner, 0n), true, none)).dangers
    }
    expect(await opening(2_039_280)).toEqual([unread])
    expect(await opening(2_039_280 + 99_999)).toEqual([unread])
    expect(await opening(2_039_280 + 100_000)).toEqual([unread, { _tag: "Giveaway" }])
    expect(await opening(2_039_280, thief)).toContainEqual({ _tag: "Giveaway" })
  })

  it("warns Untried when no node says the balance of a token that moves", async () => {
    const explained = await leaving(own, makeHolding(vera, 0n), false)
    expect(explained.dangers).toContainEqual({ _tag: "Untried" })
    expect(explained.trial).toEqual({ _tag: "Unavailable" })
    expect((await leaving(own, makeHolding(vera, 500n), false)).dangers).toEqual([unread])
  })

  it("warns Handover when the account or its tokens get another owner", async () => {
    expect((await leaving(makeNodeAccount(thief, 995_000), makeHolding(vera, 500n))).dangers).toEqual([
      unread,
      { _tag: "Handover", account: vera, to: thief },
    ])
    expect(await leaving(own, makeHolding(thief, 500n))).toMatchObject({
      // No node describes the token: its units may be dear.
      dangers: [unread, { _tag: "Handover", account: holding, to: thief }, { _tag: "Giveaway" }],
      trial: { changes: [{ token: null }, { token, before: 500n, after: 0n }] },
    })
  })
})

describe("warnings of the instructions alone", () => {
  const system = (...data: readonly (string | Uint8Array)[]) =>
    makeInstruction(programs.system, concatBytes(...data), [
      makeMeta(vera, AccountRole.WRITABLE_SIGNER),
      makeMeta(holding, AccountRole.WRITABLE_SIGNER),
    ])
  const memo = makeInstruction(programs.memo, Uint8Array.of(104, 105), [])
  const explain = async (...instructions: readonly (typeof memo)[]) => {
    const [first, ...others] = instructions.map((one) => ({
      transaction: unsignedTransaction({ payer: vera, blockhash: token, instructions: [one] }),
    }))
    const request = { _tag: "Transactions", transactions: [first ?? {}, ...others] } as const
    const asked = { network, rpc: silent, from: vera, request, tokens: [], nameOf: () => null }
    return (await Effect.runPromise(explainRequest(asked))).dangers
  }

  it("warns of a deposit in an account of another by a later transaction", async () => {
    const deposit = system(encodeU32(0), encodeU64(900_000_000_000n), encodeU64(0n), thief)
    expect(await explain(memo, deposit)).toContainEqual({ _tag: "Giveaway" })
    expect(await explain(memo)).not.toContainEqual({ _tag: "Giveaway" })
  })

  it("warns of a high fee", async () => {
    const pricing = async (price: bigint) => {
      const set = makeInstruction(programs.computeBudget, concatBytes([3], encodeU64(price)), [])
      const transaction = unsignedTransaction({ payer: vera, blockhash: token, instructions: [set, memo] })
      const request = { _tag: "Transaction", transaction: { transaction } } as const
      const asked = { network, rpc: silent, from: vera, request, tokens: [], nameOf: () => null }
      return (await Effect.runPromise(explainRequest(asked))).dangers.map(({ _tag }) => _tag)
    }
    expect(await pricing(10n ** 12n)).toContain("HighFee")
    expect(await pricing(1n)).not.toContain("HighFee")
  })

  it("warns Handover when the account is assigned to a program", async () => {
    expect(await explain(system(encodeU32(1), thief))).toContainEqual({
      _tag: "Handover",
      account: vera,
      to: thief,
    })
  })
})

const vectors = join(import.meta.dirname, "../../../../../vectors")
const silent = makeScriptedRpc(() => undefined).rpc
const getWarnings = async (message: string) => {
  const request = { _tag: "Message", message } as const
  // The account of the standard's examples.
  const own = ["A"]
  const asked = { network, rpc: silent, from: vera, own, request, tokens: [], nameOf: () => null }
  return (await Effect.runPromise(explainRequest(asked))).dangers
}

describe("explanation of a standard message", () => {
  it("returns no warning for Wallet Standard sign-in messages", async () => {
    const file = join(vectors, "siws/sign_in_message.json")
    const Vectors = z.object({ vectors: z.array(z.object({ text: z.string() })) })
    const texts = Vectors.parse(JSON.parse(readFileSync(file, "utf8"))).vectors.map(({ text }) => text)
    expect(texts.length).toBeGreaterThan(5)
    for (const text of texts) expect(await getWarnings(text)).toEqual([])
  })

  it("returns no warning for a CAIP-380 proof", async () => {
    const file = join(vectors, "caip380/minimal-solana-1.json")
    const Proof = z.object({ signedMessage: z.string(), data: z.object({ owner: z.string() }) })
    const { data, signedMessage } = Proof.parse(JSON.parse(readFileSync(file, "utf8")))
    expect(normalizeAddress(data.owner)).toBe(data.owner)
    expect(await getWarnings(signedMessage)).toEqual([])
  })
})
