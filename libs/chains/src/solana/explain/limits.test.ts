import type { Instruction } from "@solana/kit"
import { solana as network } from "@wmodal/protocol/networks"
import { Effect, Result } from "effect"
import { describe, expect, it } from "vitest"
import { makeScriptedRpc } from "../../testing/scriptedRpc.ts"
import { makeInstruction, transferSol, unsignedTransaction } from "../../testing/solanaTransactions.ts"
import { programs } from "../program/programs.ts"
import { explainRequest } from "./explainRequest.ts"

const vera = "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96"
const thief = "AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD"
const blockhash = "EtcCeEgSjtSnbFcZDXPbtV8oj4CgduHBwVtZawQ5ZRm6"

const pay = (to: string, lamports: bigint) => transferSol(vera, to, lamports)
const memo = (text: string) => makeInstruction(programs.memo, new TextEncoder().encode(text))
const transaction = (instructions: readonly Instruction[]) => ({
  transaction: unsignedTransaction({ payer: vera, blockhash, instructions }),
})
const ask = (first: readonly Instruction[], count = 1) => {
  const one = transaction(first)
  const transactions = [one, ...Array.from({ length: count - 1 }, () => one)] as const
  const { rpc } = makeScriptedRpc(() => undefined)
  return Effect.runPromise(
    Effect.result(
      explainRequest({
        network,
        rpc,
        from: vera,
        request: { _tag: "Transactions", transactions: [one, ...transactions.slice(1)] },
        tokens: [],
        nameOf: () => null,
      }),
    ),
  )
}
const dust = (count: number) => Array.from({ length: count }, () => pay(vera, 1n))

describe("a Solana transaction of many rows", () => {
  it("shows the payment behind 51 steps, and names it first in the totals", async () => {
    const {
      calls,
      dangers,
      totals = [],
    } = Result.getOrThrow(await ask([...dust(51), pay(thief, 900_000_000_000n)]))
    expect(calls[0].fields.filter(({ label }) => label.startsWith("Step"))).toHaveLength(52)
    expect(totals.slice(0, 3).map(({ label, text }) => `${label}: ${text}`)).toEqual([
      "Paid in all: 900.000000051 SOL",
      "Pays: 900 SOL",
      `To: ${thief}`,
    ])
    expect(dangers.map(({ _tag }) => _tag)).toContain("Long")
  })

  it("shows a memo to its end", async () => {
    const { calls } = Result.getOrThrow(await ask([pay(thief, 1n), memo(`${"gm ".repeat(290)}end`)]))
    expect(calls[0].fields.find(({ label }) => label === "Memo")?.text).toMatch(/gm end$/)
  })

  it("draws the characters of a memo that cannot be seen, and takes an act for them", async () => {
    const { calls, dangers } = Result.getOrThrow(
      await ask([pay(thief, 1n), memo("from \u202eknab\u{e0041}")]),
    )
    expect(calls[0].fields.find(({ label }) => label === "Memo")?.text).toBe("from [U+202E]knab[U+E0041]")
    expect(dangers.map(({ _tag }) => _tag)).toContain("HiddenCharacters")
  })

  it("refuses more transactions than can be reviewed, by their number", async () => {
    const said = await ask([pay(thief, 1n)], 21)
    expect(Result.isFailure(said) && said.failure.message).toBe(
      "The request has 21 transactions, and at most 20 can be reviewed. No wallet received it.",
    )
  })

  it("refuses more lines than can be reviewed over all transactions", async () => {
    const said = await ask(dust(50), 20)
    expect(Result.isFailure(said) && said.failure.message).toMatch(/lines, and at most 1000 can be reviewed/)
  })
})
