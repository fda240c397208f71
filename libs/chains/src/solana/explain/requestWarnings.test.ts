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
  readonly warnsOfEveryGrant?: true
}

const explain = (
  transactions: readonly (readonly TestInstruction[])[],
  { after = {}, before = {}, priceOf = () => null, ...others }: TestOptions = {},
) => {
  const all = transactions.map((instructions) => ({
    transaction: unsignedTransaction({ payer: me, blockhash, instructions }),
  }))
  const [first = {}, ...next] = all
  const accounts = { ...usual, ...before }
  return Effect.runPromise(
    explainRequest({
      network,
      rpc: makeSimulatingNode(accounts, { ...accounts, ...after }),
      from: me,
      own: [me, mine],
      request: { _tag: "Transactions", transactions: [first, ...next] },
      tokens: [],
      nameOf: () => null,
      priceOf,
      ...others,
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

/** The token that a swap returns, and the account's tokens of it. */
const bought = solanaKey(8).address
const boughtHolding = solanaKey(9).address
const otherHolding = solanaKey(10).address
const orca = "whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc"

/** Orca's swap of an exact amount. */
const swap = (amount: bigint, least: bigint, ...others: readonly ReturnType<typeof writable>[]) =>
  makeInstruction(
    orca,
    concatBytes(
      Uint8Array.from([0xf8, 0xc6, 0x9e, 0x91, 0xe1, 0x75, 0x87, 0xc8]),
      encodeU64(amount),
      encodeU64(least),
      new Uint8Array(16),
      [1, 1],
    ),
    [writableSigner(me), writable(holding), writable(boughtHolding), ...others],
  )

const withBought: NodeAccounts = {
  [bought]: makeNodeMint(6),
  [boughtHolding]: makeNodeHolding(bought, me, 0n),
}
/** What a fair swap of 1,000 tokens leaves behind: the network fee is paid. */
const fair: NodeAccounts = {
  [me]: makeNodeAccount(programs.system, 1_000_000_000_000 - 5_000),
  [holding]: makeNodeHolding(token, me, 9_000_000_000n),
  [boughtHolding]: makeNodeHolding(bought, me, 500_000_000n),
}
const swapOf1000 = swap(1_000_000_000n, 495_000_000n)

const pay = (to: string, amount: bigint, from = me) =>
  makeInstruction(programs.system, concatBytes(encodeU32(2), encodeU64(amount)), [
    writableSigner(from),
    writable(to),
  ])

describe("warnings of swaps", () => {
  const reviewSwap = (instructions: readonly TestInstruction[], after: NodeAccounts = {}) =>
    review([instructions], { before: withBought, after: { ...fair, ...after } })

  it("returns none when a node expects the swap", async () => {
    expect(await reviewSwap([swapOf1000])).toEqual([])
  })

  it.each([
    ["nothing", { [holding]: usual[holding] ?? null, ...withBought }],
    ["that nothing leaves", { [holding]: usual[holding] ?? null }],
  ])("warns Unread when a node expects %s of a swap", async (_, after) => {
    expect(await reviewSwap([swapOf1000], after)).toEqual(["Unread"])
  })

  it("warns Unread when a node expects that nothing arrives, or the swap may return nothing", async () => {
    expect(await reviewSwap([swapOf1000], withBought)).toEqual(["Unread", "Giveaway"])
    expect(await reviewSwap([swap(1_000_000_000n, 0n)])).toEqual(["Unread", "Giveaway"])
  })

  it("warns Unread when another own account signs a swap, or holds what it names", async () => {
    expect(await reviewSwap([swap(1_000_000_000n, 495_000_000n, writableSigner(mine))])).toEqual(["Unread"])
    const before = { ...withBought, [otherHolding]: makeNodeHolding(token, mine, 10n) }
    const instructions = [swap(1_000_000_000n, 495_000_000n, writable(otherHolding))]
    expect(await review([instructions], { before, after: fair })).toEqual(["Unread"])
  })

  it("returns none when a payment that is shown leaves with a swap", async () => {
    const paid = { [me]: makeNodeAccount(programs.system, 1_000_000_000_000 - 5_000 - 100_000) }
    expect(await reviewSwap([swapOf1000, pay(thief, 100_000n)], paid)).toEqual([])
    const send = makeInstruction(programs.token, concatBytes([3], encodeU64(400_000_000n)), [
      writable(holding),
      writable(opened),
      writableSigner(me),
    ])
    const sent = { [holding]: makeNodeHolding(token, me, 8_600_000_000n) }
    expect(await reviewSwap([swapOf1000, send], sent)).toEqual([])
  })

  it("warns Unread when only a payment that is shown leaves or arrives", async () => {
    const unsold = { [holding]: usual[holding] ?? null }
    const paid = { [me]: makeNodeAccount(programs.system, 1_000_000_000_000 - 5_000 - 100_000) }
    expect(await reviewSwap([swapOf1000, pay(thief, 100_000n)], { ...unsold, ...paid })).toEqual(["Unread"])
    // Two signatures.
    const gotten = { [me]: makeNodeAccount(programs.system, 1_000_000_000_000 - 10_000 + 600_000_000) }
    expect(
      await reviewSwap([swapOf1000, pay(me, 600_000_000n, thief)], { ...withBought, ...gotten }),
    ).toEqual(["Unread", "Giveaway"])
  })

  it("warns Unread when only the rent of a closed account or a withdrawn stake arrives", async () => {
    const close = makeInstruction(programs.token, Uint8Array.of(9), [
      writable(otherHolding),
      writable(me),
      writableSigner(me),
    ])
    const before = { ...withBought, [otherHolding]: makeNodeHolding(token, me, 0n) }
    const closed = {
      ...fair,
      ...withBought,
      [otherHolding]: null,
      [me]: makeNodeAccount(programs.system, 1_000_000_000_000 - 5_000 + 2_039_280),
    }
    expect(await review([[swapOf1000, close]], { before, after: closed })).toEqual(["Unread", "Giveaway"])
    const withdraw = makeInstruction(programs.stake, concatBytes(encodeU32(4), encodeU64(600_000_000n)), [
      writable(opened),
      writable(me),
      writableSigner(me),
    ])
    const gotten = { [me]: makeNodeAccount(programs.system, 1_000_000_000_000 - 5_000 + 600_000_000) }
    expect(await reviewSwap([swapOf1000, withdraw], { ...withBought, ...gotten })).toEqual([
      "Unread",
      "Giveaway",
    ])
  })
})

describe("warnings of swaps by prices", () => {
  const usdc = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"
  const before = { [usdc]: makeNodeMint(6), [holding]: makeNodeHolding(usdc, me, 50_000_000_000n) }
  const sells = (least: bigint, lamports: number, priceOf?: (token: string | null) => number | null) =>
    review([[swap(50_000_000_000n, least)]], {
      before,
      after: {
        [holding]: makeNodeHolding(usdc, me, 0n),
        [me]: makeNodeAccount(programs.system, 1_000_000_000_000 - 5_000 + lamports),
      },
      ...(priceOf !== undefined && { priceOf }),
    })
  const price = (token: string | null) => (token === null ? 200 : null)

  it("warns Giveaway when 50,000 USDC are swapped for 0.0002 SOL", async () => {
    expect(await sells(199_000n, 200_000)).toEqual(["Giveaway"])
  })

  it("warns Giveaway when USDC are swapped for less than half by the prices of the host, at the worst", async () => {
    expect(await sells(249_000_000_000n, 250_000_000_000, price)).toEqual([])
    expect(await sells(99_000_000_000n, 100_000_000_000, price)).toEqual(["Giveaway"])
    expect(await sells(124_000_000_000n, 200_000_000_000, price)).toEqual(["Giveaway"])
  })
})

describe("warnings of burns", () => {
  const burn = (amount: bigint, ...accounts: readonly ReturnType<typeof writable>[]) =>
    makeInstruction(programs.token, concatBytes([8], encodeU64(amount)), accounts)

  it("warns Giveaway when one unit of a token that no node describes is burned", async () => {
    const before = { [holding]: makeNodeHolding(token, me, 1n), [token]: null }
    expect(
      await review([[burn(1n, writable(holding), writable(token), writableSigner(me))]], { before }),
    ).toEqual(["Giveaway"])
  })

  it("warns Giveaway when slices of next to nothing are burned that are more together", async () => {
    const slice = [burn(99n, writable(holding), writable(token), writableSigner(me))]
    expect(await review([slice])).toEqual([])
    expect(await review([slice, slice])).toEqual(["Giveaway"])
  })
})

describe("warnings of allowances", () => {
  const approve = (amount: bigint, account = holding, spender = thief) =>
    makeInstruction(programs.token, concatBytes([4], encodeU64(amount)), [
      writable(account),
      writable(spender),
      writableSigner(me),
    ])

  it("warns LargeApproval when slices of a tenth are more together, in one transaction or in several", async () => {
    const tenth = approve(1_000_000_000n)
    expect(await review([[tenth]])).toEqual([])
    expect(await review([[tenth, tenth]])).toEqual(["LargeApproval"])
    expect(await review([[tenth], [tenth]])).toEqual(["LargeApproval", "LargeApproval"])
  })

  it("warns LargeApproval of the smallest allowance for another where every one counts", async () => {
    const every = { warnsOfEveryGrant: true } as const
    const { dangers } = await explain([[approve(1n)]], every)
    const named = { token, symbol: "", spender: thief }
    expect(dangers).toEqual([{ _tag: "LargeApproval", taking: "part", ...named }])
    expect(await review([[approve(0n)], [approve(1n, holding, mine)]], every)).toEqual([])
    const strange = makeInstruction(thief, Uint8Array.of(1), [writableSigner(me), writable(holding)])
    const after = { [holding]: makeNodeHolding(token, me, 10_000_000_000n, { address: thief, amount: 1n }) }
    expect(await review([[strange]], { after })).toEqual(["Unread"])
    expect(await review([[strange]], { after, ...every })).toEqual(["Unread", "LargeApproval"])
  })

  it("returns none when slices are for an own account, or of several token accounts", async () => {
    const own = approve(1_000_000_000n, holding, mine)
    expect(await review([[approve(1_000_000_000n)], [own]])).toEqual([])
    const before = { [otherHolding]: makeNodeHolding(token, me, 10_000_000_000n) }
    expect(
      await review([[approve(1_000_000_000n)], [approve(1_000_000_000n, otherHolding)]], { before }),
    ).toEqual([])
  })

  it("warns LargeApproval when an unread program leaves slices that are more together", async () => {
    const strange = makeInstruction(thief, Uint8Array.of(1), [writableSigner(me), writable(holding)])
    const after = {
      [holding]: makeNodeHolding(token, me, 10_000_000_000n, { address: thief, amount: 1_000_000_000n }),
    }
    expect(await review([[strange]], { after })).toEqual(["Unread"])
    expect(await review([[strange], [approve(1_000_000_000n)]], { after })).toContain("LargeApproval")
  })
})

describe("warnings of accounts for which an own account signs", () => {
  const multisig = solanaKey(11).address
  const seeded = solanaKey(12).address
  const before = { [otherHolding]: makeNodeHolding(token, multisig, 10_000_000_000n) }
  const signed = [writable(multisig), writableSigner(me)]

  it("warns Handover when the account of a multisignature is closed to another", async () => {
    const close = (to: string) =>
      makeInstruction(programs.token, Uint8Array.of(9), [writable(otherHolding), writable(to), ...signed])
    expect(await review([[close(thief)]], { before })).toEqual(["Handover"])
    expect(await review([[close(mine)]], { before })).toEqual([])
  })

  it("warns Giveaway when tokens of a multisignature are burned", async () => {
    const burn = makeInstruction(programs.token, concatBytes([8], encodeU64(10_000_000_000n)), [
      writable(otherHolding),
      writable(token),
      ...signed,
    ])
    expect(await review([[burn]], { before })).toEqual(["Giveaway"])
  })

  it.each([
    [
      "another own account",
      makeInstruction(programs.system, concatBytes(encodeU32(1), thief), [writableSigner(mine)]),
    ],
    [
      "an account by a seed of the account",
      makeInstruction(programs.system, concatBytes(encodeU32(10), me, encodeU64(1n), [120], thief), [
        writable(seeded),
        writableSigner(me),
      ]),
    ],
  ])("warns Handover when %s is assigned to a program", async (_, assign) => {
    expect(await review([[assign]])).toEqual(["Handover"])
  })
})

describe("payments from accounts that the transaction opens", () => {
  const wrapped = "So11111111111111111111111111111111111111112"
  const before = { [wrapped]: makeNodeMint(9), [otherHolding]: makeNodeHolding(wrapped, thief, 0n) }
  const open = (account: string) => [
    createAccount(account, 900_002_039_280n, 165n, programs.token),
    makeInstruction(programs.token, concatBytes([18], me), [writable(account), writable(wrapped)]),
  ]
  const send = (source: string) =>
    makeInstruction(programs.token, concatBytes([3], encodeU64(900_000_000_000n)), [
      writable(source),
      writable(otherHolding),
      writableSigner(me),
    ])
  const textOf = async (...instructions: readonly TestInstruction[]) => {
    const { calls, dangers } = await explain([instructions], { before })
    return {
      text: JSON.stringify(calls, (_, value) => (typeof value === "bigint" ? `${value}` : value)),
      dangers,
    }
  }

  it("shows the amount and the recipient when an account is opened and pays", async () => {
    const { text } = await textOf(...open(opened), send(opened))
    expect(text).toMatch(/Send 900 \S+ to/)
    expect(text).toContain(thief)
    expect(text).not.toContain("unknown token")
  })

  it("shows the token of the later account when one is closed and opened again", async () => {
    const close = makeInstruction(programs.token, Uint8Array.of(9), [
      writable(holding),
      writable(me),
      writableSigner(me),
    ])
    const { text } = await textOf(close, ...open(holding), send(holding))
    expect(text).toMatch(/Send 900 \S+ to/)
  })

  it("warns Giveaway when tokens go to an account that is opened without an owner", async () => {
    const nobody = "1nc1nerator11111111111111111111111111111111"
    const forNobody = [
      createAccount(opened, 2_039_280n, 165n, programs.token),
      makeInstruction(programs.token, concatBytes([18], nobody), [writable(opened), writable(token)]),
    ]
    const burn = makeInstruction(programs.token, concatBytes([3], encodeU64(10_000_000_000n)), [
      writable(holding),
      writable(opened),
      writableSigner(me),
    ])
    expect(await review([[...forNobody, burn]])).toEqual(["Giveaway"])
  })

  it("warns Unread when the token of a payment stays unknown", async () => {
    expect((await textOf(send(opened))).dangers).toEqual([{ _tag: "Unread" }])
  })
})

describe("warnings of stakes that are opened", () => {
  const open = (staker: string, withdrawer: string) =>
    makeInstruction(programs.stake, concatBytes(encodeU32(0), staker, withdrawer, new Uint8Array(48)), [
      writable(opened),
      writable("SysvarRent111111111111111111111111111111111"),
    ])
  const fund = createAccount(opened, 900_000_000_000n, 200n, programs.stake)

  it("warns Handover when another may stake, or may withdraw an existing stake", async () => {
    expect(await review([[fund, open(me, me)]])).toEqual([])
    expect(await review([[fund, open(thief, me)]])).toEqual(["Handover"])
    expect(await review([[open(me, thief)]])).toEqual(["Handover"])
  })

  it("shows who may stake", async () => {
    const { calls } = await explain([[open(thief, me)]])
    expect(calls[0].fields).toContainEqual(expect.objectContaining({ label: "Who may stake", text: thief }))
  })
})
