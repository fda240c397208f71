import { solana as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { concatBytes, encodeU32, encodeU64 } from "../../testing/solanaBytes.ts"
import {
  makeNodeAccount,
  makeNodeHolding,
  makeNodeMint,
  makeSimulatingNode,
  type NodeAccounts,
  writable,
  writableSigner,
} from "../../testing/solanaNode.ts"
import { makeInstruction, solanaKey, unsignedTransaction } from "../../testing/solanaTransactions.ts"
import { programs } from "../program/programs.ts"
import { explainRequest } from "./explainRequest.ts"

const me = solanaKey(1).address
const mine = solanaKey(2).address
const thief = solanaKey(3).address
const opened = solanaKey(4).address
const token = solanaKey(5).address
const holding = solanaKey(6).address
const blockhash = solanaKey(7).address

/** 1,000 SOL, and 10,000 tokens of six decimals. */
const usual: NodeAccounts = {
  [me]: makeNodeAccount(programs.system, 1_000_000_000_000),
  [token]: makeNodeMint(6),
  [holding]: makeNodeHolding(token, me, 10_000_000_000n),
}

type TestInstruction = ReturnType<typeof makeInstruction>

interface TestOptions {
  readonly before?: NodeAccounts
  readonly after?: NodeAccounts
  readonly priceOf?: (token: string | null) => number | null
}

const explain = (
  transactions: readonly (readonly TestInstruction[])[],
  { after = {}, before = {}, priceOf = () => null }: TestOptions = {},
) => {
  const all = transactions.map((instructions) => ({
    transaction: unsignedTransaction({ payer: me, blockhash, instructions }),
  }))
  const [first = {}, ...others] = all
  const accounts = { ...usual, ...before }
  return Effect.runPromise(
    explainRequest({
      network,
      rpc: makeSimulatingNode(accounts, { ...accounts, ...after }),
      from: me,
      own: [me, mine],
      request: { _tag: "Transactions", transactions: [first, ...others] },
      tokens: [],
      nameOf: () => null,
      priceOf,
    }),
  )
}

/** Returns the tags of the warnings of a request. */
const review = async (
  transactions: readonly (readonly TestInstruction[])[],
  options?: TestOptions,
): Promise<readonly string[]> => (await explain(transactions, options)).dangers.map(({ _tag }) => _tag)

const createAccount = (account: string, amount: bigint, space: bigint, owner: string) =>
  makeInstruction(programs.system, concatBytes(encodeU32(0), encodeU64(amount), encodeU64(space), owner), [
    writableSigner(me),
    writableSigner(account),
  ])

describe("warnings of deposits", () => {
  it("warns Giveaway when the rent of an account of another is large for its bytes", async () => {
    expect(await review([[createAccount(opened, 72_981_780_480n, 10_485_760n, thief)]])).toEqual(["Giveaway"])
  })

  it("warns Giveaway when the rents of a request are more than 0.01 SOL together", async () => {
    const rent = [createAccount(opened, 2_039_280n, 165n, thief)]
    expect(await review([rent, rent, rent, rent])).toEqual([])
    expect(await review([rent, rent, rent, rent, rent])).toEqual(["Giveaway"])
  })

  it("warns Giveaway when accounts for tokens of others are opened for more than 0.01 SOL", async () => {
    const open = [
      makeInstruction(programs.associatedToken, Uint8Array.of(1), [
        writableSigner(me),
        writable(opened),
        writable(thief),
        writable(token),
      ]),
    ]
    expect(await review([open])).toEqual([])
    expect(await review(Array.from({ length: 5 }, () => open))).toEqual(["Giveaway"])
    const before = { [opened]: makeNodeHolding(token, thief, 0n) }
    expect(
      await review(
        Array.from({ length: 5 }, () => open),
        { before },
      ),
    ).toEqual([])
  })

  it("warns Giveaway when a surplus goes into an own account of a token that is not wrapped SOL", async () => {
    const open = (mint: string) => [
      createAccount(opened, 900_000_000_000n, 165n, programs.token),
      makeInstruction(programs.token, concatBytes([18], me), [writable(opened), writable(mint)]),
    ]
    expect(await review([open(token)])).toEqual(["Giveaway"])
    expect(await review([open("So11111111111111111111111111111111111111112")])).toEqual([])
  })
})
