import { base58 } from "@scure/base"
import { AccountRole, type Instruction } from "@solana/kit"
import { type Rpc, RpcError } from "@wmodal/protocol"
import { solanaDevnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { TransactionQuery } from "../../contract/TransactionStatus.ts"
import { makeScriptedRpc, ScriptedRejection } from "../../testing/scriptedRpc.ts"
import { concatBytes, encodeU32 } from "../../testing/solanaBytes.ts"
import {
  makeInstruction,
  makeMeta,
  setComputeBudget,
  transferSol,
  unsignedTransaction,
} from "../../testing/solanaTransactions.ts"
import { buildPayment } from "../payment/buildPayment.ts"
import { encodeTransferPlan } from "../payment/TransferPlan.ts"
import { programs } from "../program/programs.ts"

import { findTransaction } from "./findTransaction.ts"

const vera = "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96"
const milo = "AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD"
const blockhash = "EtcCeEgSjtSnbFcZDXPbtV8oj4CgduHBwVtZawQ5ZRm6"
const signature = (byte: number) => base58.encode(new Uint8Array(64).fill(byte))
const [ours, other, third] = [signature(1), signature(2), signature(3)]

const payment = (amount: bigint, lastValidBlockHeight: string | null = "1150") => {
  const terms = encodeTransferPlan({
    blockhash,
    unitLimit: 20_000,
    unitPrice: 1n,
    token: { program: programs.token, decimals: 0, sources: [], isMade: false, fee: null, hook: [] },
  })
  const transfer = { from: vera, to: milo, token: null, amount }
  return buildPayment({
    transfer,
    fee: { expected: 0n, most: 0n, seconds: null, transactionFields: { ...terms, lastValidBlockHeight } },
  })
}
const transaction = payment(5n)

/** The same transfer under another blockhash, with further instructions around it. */
const guarded = (...instructions: readonly Instruction[]) =>
  unsignedTransaction({ payer: vera, blockhash: milo, instructions })
const guard = makeInstruction(milo, concatBytes([1]))

interface TransactionFixture {
  readonly slot: number
  readonly text: string
  readonly status?: string
  readonly err?: unknown
}

interface NodeFixture {
  /** By signature. */
  readonly landed?: Readonly<Record<string, TransactionFixture>>
  /** The final height. */
  readonly height?: number
  readonly slot?: number
  /** The newest slot of its signature history. */
  readonly tip?: number
  readonly oldest?: number
  readonly many?: number
}

/** A node with this state. Its slots are 1,000 ahead of its heights. */
const makeNode = ({
  height = 1_000,
  landed = {},
  many = 0,
  oldest = 0,
  slot = height + 1_000,
  tip = slot,
}: NodeFixture) =>
  makeScriptedRpc((method, params) => {
    const [first] = params
    switch (method) {
      case "getEpochInfo":
        return { absoluteSlot: slot, blockHeight: height, epoch: 1 }
      case "getSignatureStatuses": {
        const told = landed[String(Array.isArray(first) ? first[0] : "")]
        const value = told && {
          slot: told.slot,
          err: told.err ?? null,
          confirmationStatus: told.status ?? "finalized",
        }
        return { context: { slot: tip }, value: [value ?? null] }
      }
      case "getTransaction": {
        const told = landed[String(first)]
        return told === undefined
          ? null
          : {
              slot: told.slot,
              blockTime: 1_700_000_000,
              meta: { fee: 5_001, err: told.err ?? null },
              transaction: [told.text, "base64"],
            }
      }
      case "getSignaturesForAddress":
        return [
          ...Object.entries(landed).map(([name, told]) => ({ signature: name, slot: told.slot })),
          ...Array.from({ length: many }, (_, at) => ({
            signature: signature(10 + (at % 200)),
            slot: 9_000,
          })),
        ]
          .toSorted((one, two) => two.slot - one.slot)
          .slice(0, 1_000)
      case "getFirstAvailableBlock":
        return oldest
      default:
        return undefined
    }
  })

const mark = { slot: "2000", height: "1000" }
const looking = (node: NodeFixture, sought: Partial<TransactionQuery> = {}) =>
  Effect.runPromise(
    findTransaction({
      network,
      rpc: makeNode(node).rpc,
      sought: { from: vera, transaction, mark, hash: null, excludedHashes: [], ...sought },
    }),
  )
const text = transaction["transaction"] ?? ""

describe("findTransaction of Solana", () => {
  it("returns Pending until the block is confirmed, then Mined with time and fee", async () => {
    const told = { slot: 2_001, text }
    expect(await looking({ landed: { [ours]: { ...told, status: "processed" } } }, { hash: ours })).toEqual({
      _tag: "Pending",
      hash: ours,
    })
    for (const status of ["confirmed", "finalized"])
      expect(await looking({ tip: 2_005, landed: { [ours]: { ...told, status } } }, { hash: ours })).toEqual({
        _tag: "Mined",
        hash: ours,
        succeeded: true,
        block: 2_001n,
        at: 1_700_000_000_000,
        fee: 5_001n,
        confirmations: 5,
      })
  })

  it("returns Mined without success when a program failed", async () => {
    const err = { InstructionError: [0, { Custom: 1 }] }
    expect(await looking({ landed: { [ours]: { slot: 2_001, text, err } } }, { hash: ours })).toMatchObject({
      _tag: "Mined",
      succeeded: false,
    })
  })

  it("finds a transaction with equal bytes first, then one with equal actions", async () => {
    const like = guarded(...setComputeBudget(9, 9n), guard, transferSol(vera, milo, 5n), guard)
    const landed = { [other]: { slot: 2_001, text: like }, [ours]: { slot: 2_002, text } }
    expect(await looking({ landed })).toMatchObject({ _tag: "Mined", hash: ours })
    expect(await looking({ landed }, { excludedHashes: [ours] })).toMatchObject({
      _tag: "Mined",
      hash: other,
    })
    expect(await looking({ landed }, { excludedHashes: [ours, other] })).toEqual({ _tag: "Missing" })
  })

  it("ignores other payments and transactions before the checkpoint", async () => {
    const texts = [guarded(transferSol(vera, milo, 6n)), guarded(transferSol(vera, vera, 5n)), guarded(guard)]
    for (const one of texts)
      expect(await looking({ landed: { [other]: { slot: 2_001, text: one } } })).toEqual({ _tag: "Missing" })
    expect(await looking({ landed: { [other]: { slot: 1_999, text } } })).toEqual({ _tag: "Missing" })
  })

  it("searches by actions when the wallet reported an unrelated signature", async () => {
    const landed = { [other]: { slot: 2_001, text: guarded(guard) }, [ours]: { slot: 2_002, text } }
    expect(await looking({ landed }, { hash: other })).toMatchObject({ _tag: "Mined", hash: ours })
    const before = { [other]: { slot: 1_500, text } }
    expect(await looking({ landed: before }, { hash: other })).toEqual({ _tag: "Missing" })
    // On a reset chain, the reported signature counts.
    expect(await looking({ landed: before, height: 600 }, { hash: other })).toMatchObject({ _tag: "Mined" })
  })
})

describe("findTransaction of a missing transaction", () => {
  /** Above its last height, and above that of a newer blockhash from the wallet. */
  const late = 1_301

  it("returns Expired once the newest final block is above its last height", async () => {
    expect(await looking({ height: late }, { hash: ours })).toEqual({ _tag: "Expired" })
    expect(await looking({ height: late - 1 }, { hash: ours })).toEqual({ _tag: "Missing" })
  })

  it("returns Expired at the last height of the blockhash in the signed bytes", async () => {
    const signed = { ...mark, hash: ours, from: vera, transaction: text }
    expect(await looking({ height: 1_151 }, { hash: ours, mark: signed })).toEqual({ _tag: "Expired" })
    expect(await looking({ height: 1_150 }, { hash: ours, mark: signed })).toEqual({ _tag: "Missing" })
    const differently = { ...signed, transaction: guarded(transferSol(vera, milo, 5n), guard) }
    expect(await looking({ height: late - 1 }, { hash: ours, mark: differently })).toEqual({
      _tag: "Missing",
    })
  })

  it("finds bytes of another program by what they say, and expires them", async () => {
    const alone = {
      from: "",
      transaction: null,
      mark: { ...mark, hash: ours, from: vera, transaction: text },
    }
    expect(await looking({ height: late }, { ...alone, hash: ours })).toEqual({ _tag: "Expired" })
    expect(await looking({ height: late }, { ...alone, hash: ours, mark })).toEqual({ _tag: "Missing" })
    // They may have landed before they were broadcast again.
    const before = { [ours]: { slot: 1_500, text } }
    expect(await looking({ landed: before }, { ...alone, hash: ours })).toMatchObject({ _tag: "Mined" })
  })

  it("returns Missing for half an hour while the wallet has reported nothing", async () => {
    expect(await looking({ height: 1_150 + 4_500 })).toEqual({ _tag: "Missing" })
    expect(await looking({ height: 1_150 + 4_501 })).toEqual({ _tag: "Expired" })
  })

  it("returns Missing when the node lags behind or has pruned its history", async () => {
    expect(await looking({ height: late, tip: late + 999 }, { hash: ours })).toEqual({ _tag: "Missing" })
    expect(await looking({ height: late, oldest: 2_001 }, { hash: ours })).toEqual({ _tag: "Missing" })
    expect(await looking({ height: late, oldest: -1 }, { hash: ours })).toEqual({ _tag: "Missing" })
  })

  it("returns Missing when the node withholds one of the sender's transactions", async () => {
    const node = makeNode({ height: late, landed: { [other]: { slot: 2_001, text: guarded(guard) } } })
    const hiding = (signature: string): Rpc => {
      const rpc: Rpc = {
        request: (method, params = []) =>
          method === "getTransaction" && params[0] === signature
            ? Effect.succeed(null)
            : node.rpc.request(method, params),
        pin: Effect.suspend(() => Effect.succeed(rpc)),
      }
      return rpc
    }
    const sought = { from: vera, transaction, mark, hash: ours, excludedHashes: [] }
    const seen = await Effect.runPromise(findTransaction({ network, rpc: hiding(ours), sought }))
    const unseen = await Effect.runPromise(findTransaction({ network, rpc: hiding(other), sought }))
    expect([seen, unseen]).toEqual([{ _tag: "Expired" }, { _tag: "Missing" }])
  })

  it("returns Missing when the sender has too many transactions", async () => {
    expect(await looking({ height: late, many: 65 }, { hash: ours })).toEqual({ _tag: "Missing" })
    expect(await looking({ height: late, many: 1_000 }, { hash: ours })).toEqual({ _tag: "Missing" })
  })

  it("returns Missing for ever when the last height is unknown", async () => {
    const height = 1_000_000
    expect(await looking({ height }, { hash: ours, mark: null })).toEqual({ _tag: "Missing" })
    expect(await looking({ height }, { hash: ours, transaction: null })).toEqual({ _tag: "Missing" })
    const nonce = makeInstruction(programs.system, encodeU32(4), [makeMeta(milo, AccountRole.WRITABLE)])
    const durable = { transaction: guarded(nonce, transferSol(vera, milo, 5n)), lastValidBlockHeight: null }
    expect(await looking({ height }, { hash: ours, transaction: durable })).toEqual({ _tag: "Missing" })
  })

  it("extends the last height by the time that the wallet took", async () => {
    // The prompt took so long that the blockhash had expired before the wallet request.
    const stale = { slot: "4000", height: "3000" }
    expect(await looking({ height: 3_300 }, { hash: ours, mark: stale })).toEqual({ _tag: "Missing" })
    expect(await looking({ height: 3_301 }, { hash: ours, mark: stale })).toEqual({ _tag: "Expired" })
    // Ten minutes in the wallet are at most 2,400 blocks.
    const slow = { ...mark, waited: "600000" }
    expect(await looking({ height: 3_700 }, { hash: ours, mark: slow })).toEqual({ _tag: "Missing" })
    expect(await looking({ height: 3_701 }, { hash: ours, mark: slow })).toEqual({ _tag: "Expired" })
    expect(await looking({ height: 3_550 + 4_500 }, { mark: slow })).toEqual({ _tag: "Missing" })
    expect(await looking({ height: 3_551 + 4_500 }, { mark: slow })).toEqual({ _tag: "Expired" })
  })

  it("limits a dApp's transaction to the newest blockhash at its submission", async () => {
    const made = payment(5n, null)
    expect(await looking({ height: 1_300 }, { hash: ours, transaction: made })).toEqual({ _tag: "Missing" })
    expect(await looking({ height: 1_301 }, { hash: ours, transaction: made })).toEqual({ _tag: "Expired" })
  })

  it("returns Missing while the wallet's signature belongs to another transaction", async () => {
    const landed = { [third]: { slot: 2_001, text: guarded(guard) } }
    expect(await looking({ height: late, landed }, { hash: third })).toEqual({ _tag: "Missing" })
  })

  it("reads the newest final block first, so that late transactions are found", async () => {
    const { asked, rpc } = makeNode({ height: late })
    const sought = { from: vera, transaction, mark, hash: ours, excludedHashes: [] }
    await Effect.runPromise(findTransaction({ network, rpc, sought }))
    expect(asked[0]).toEqual(["getEpochInfo", [{ commitment: "finalized" }]])
    expect(asked.map(([method]) => method).indexOf("getSignatureStatuses")).toBeGreaterThan(0)
    const page = asked.find(([method]) => method === "getSignaturesForAddress")
    expect(page?.[1][1]).toMatchObject({ minContextSlot: late + 1_000 })
  })

  it("fails with RpcError when the node does not respond", async () => {
    for (const method of ["getEpochInfo", "getSignatureStatuses", "getSignaturesForAddress"]) {
      const { rpc } = makeNode({ height: late })
      const silent = makeScriptedRpc(
        () => new ScriptedRejection({ _tag: "Unreachable", detail: "offline" }),
      ).rpc
      const half: Rpc = {
        request: (asked: string, params: readonly unknown[] = []) =>
          asked === method ? silent.request(asked, params) : rpc.request(asked, params),
        pin: Effect.suspend(() => Effect.succeed(half)),
      }
      const sought = { from: vera, transaction, mark, hash: ours, excludedHashes: [] }
      const error = await Effect.runPromise(Effect.flip(findTransaction({ network, rpc: half, sought })))
      expect(error).toBeInstanceOf(RpcError)
    }
  })
})
