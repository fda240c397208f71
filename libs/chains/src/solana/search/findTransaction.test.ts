import { base58 } from "@scure/base"
import { type Rpc, RpcError } from "@wmodal/protocol"
import { solanaDevnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { TransactionQuery } from "../../contract/TransactionStatus.ts"
import { makeScriptedRpc, ScriptedRejection } from "../../testing/scriptedRpc.ts"
import { buildPayment } from "../payment/buildPayment.ts"
import { encodeTransferPlan } from "../payment/TransferPlan.ts"
import { setComputeBudget, transferSol } from "../program/instructions.ts"
import { programs } from "../program/programs.ts"
import { concatBytes, encodeU32 } from "../wire/encodeBytes.ts"

import { compileMessage, type Instruction } from "../wire/Instruction.ts"
import { encodeMessage } from "../wire/SolanaMessage.ts"
import { encodeUnsigned } from "../wire/SolanaTransaction.ts"
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
    token: { program: programs.token, decimals: 0, sources: [], isMade: false, fee: null },
  })
  const transfer = { from: vera, to: milo, token: null, amount }
  return buildPayment({
    transfer,
    fee: { expected: 0n, most: 0n, seconds: null, transactionFields: { ...terms, lastValidBlockHeight } },
  })
}
const transaction = payment(5n)

/** The same deeds under another blockhash, with something else before and behind. */
const guarded = (...instructions: readonly Instruction[]) =>
  encodeUnsigned(encodeMessage(compileMessage({ payer: vera, blockhash: milo, instructions })), 1)
const guard: Instruction = { program: milo, accounts: [], data: concatBytes([1]) }

interface TransactionFixture {
  readonly slot: number
  readonly text: string
  readonly status?: string
  readonly err?: unknown
}

interface NodeFixture {
  /** By signature. */
  readonly landed?: Readonly<Record<string, TransactionFixture>>
  /** Final. */
  readonly height?: number
  readonly slot?: number
  /** The newest slot that its memory of signatures knows. */
  readonly tip?: number
  readonly oldest?: number
  readonly many?: number
}

/** A node that knows so much; its slots are 1,000 ahead of its heights. */
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

describe("a transaction of Solana's", () => {
  it("waits while its block is not sure, then is mined, with its time and fee", async () => {
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

  it("is mined and failed where its programs said no", async () => {
    const err = { InstructionError: [0, { Custom: 1 }] }
    expect(await looking({ landed: { [ours]: { slot: 2_001, text, err } } }, { hash: ours })).toMatchObject({
      _tag: "Mined",
      succeeded: false,
    })
  })

  it("is found by what it does where its signature never came, the very bytes before all else", async () => {
    const like = guarded(...setComputeBudget(9, 9n), guard, transferSol(vera, milo, 5n), guard)
    const landed = { [other]: { slot: 2_001, text: like }, [ours]: { slot: 2_002, text } }
    expect(await looking({ landed })).toMatchObject({ _tag: "Mined", hash: ours })
    expect(await looking({ landed }, { excludedHashes: [ours] })).toMatchObject({
      _tag: "Mined",
      hash: other,
    })
    expect(await looking({ landed }, { excludedHashes: [ours, other] })).toEqual({ _tag: "Missing" })
  })

  it("is none that pays something else, or was there before", async () => {
    const texts = [guarded(transferSol(vera, milo, 6n)), guarded(transferSol(vera, vera, 5n)), guarded(guard)]
    for (const one of texts)
      expect(await looking({ landed: { [other]: { slot: 2_001, text: one } } })).toEqual({ _tag: "Missing" })
    expect(await looking({ landed: { [other]: { slot: 1_999, text } } })).toEqual({ _tag: "Missing" })
  })

  it("is looked for by what it does where a wallet has named something else", async () => {
    const landed = { [other]: { slot: 2_001, text: guarded(guard) }, [ours]: { slot: 2_002, text } }
    expect(await looking({ landed }, { hash: other })).toMatchObject({ _tag: "Mined", hash: ours })
    const before = { [other]: { slot: 1_500, text } }
    expect(await looking({ landed: before }, { hash: other })).toEqual({ _tag: "Missing" })
    // On a chain that has begun anew it is what it says.
    expect(await looking({ landed: before, height: 600 }, { hash: other })).toMatchObject({ _tag: "Mined" })
  })
})

describe("what no node has", () => {
  /** Beyond its last height, and beyond the life of a newer blockhash that a wallet may have put in. */
  const late = 1_301

  it("has expired once the newest final block is too late for it, and not before", async () => {
    expect(await looking({ height: late }, { hash: ours })).toEqual({ _tag: "Expired" })
    expect(await looking({ height: late - 1 }, { hash: ours })).toEqual({ _tag: "Missing" })
  })

  it("may be with a wallet that has told nothing, for half an hour", async () => {
    expect(await looking({ height: 1_150 + 4_500 })).toEqual({ _tag: "Missing" })
    expect(await looking({ height: 1_150 + 4_501 })).toEqual({ _tag: "Expired" })
  })

  it("is not believed of a node that lags behind, or has forgotten", async () => {
    expect(await looking({ height: late, tip: late + 999 }, { hash: ours })).toEqual({ _tag: "Missing" })
    expect(await looking({ height: late, oldest: 2_001 }, { hash: ours })).toEqual({ _tag: "Missing" })
    expect(await looking({ height: late, oldest: -1 }, { hash: ours })).toEqual({ _tag: "Missing" })
  })

  it("is not believed while a node does not show all that the sender has signed", async () => {
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

  it("is not believed where there is more than anybody looks through", async () => {
    expect(await looking({ height: late, many: 65 }, { hash: ours })).toEqual({ _tag: "Missing" })
    expect(await looking({ height: late, many: 1_000 }, { hash: ours })).toEqual({ _tag: "Missing" })
  })

  it("never expires where nobody knows until when it may land", async () => {
    const height = 1_000_000
    expect(await looking({ height }, { hash: ours, mark: null })).toEqual({ _tag: "Missing" })
    expect(await looking({ height }, { hash: ours, transaction: null })).toEqual({ _tag: "Missing" })
    const nonce: Instruction = {
      program: programs.system,
      accounts: [{ address: milo, signs: false, written: true }],
      data: encodeU32(4),
    }
    const durable = { transaction: guarded(nonce, transferSol(vera, milo, 5n)), lastValidBlockHeight: null }
    expect(await looking({ height }, { hash: ours, transaction: durable })).toEqual({ _tag: "Missing" })
  })

  it("may have got a newer blockhash from the wallet when that was asked, or when it answered at last", async () => {
    // It was looked at for so long that it was too old before the wallet was asked.
    const stale = { slot: "4000", height: "3000" }
    expect(await looking({ height: 3_300 }, { hash: ours, mark: stale })).toEqual({ _tag: "Missing" })
    expect(await looking({ height: 3_301 }, { hash: ours, mark: stale })).toEqual({ _tag: "Expired" })
    // Ten minutes in the wallet are no more than 2,400 blocks.
    const slow = { ...mark, waited: "600000" }
    expect(await looking({ height: 3_700 }, { hash: ours, mark: slow })).toEqual({ _tag: "Missing" })
    expect(await looking({ height: 3_701 }, { hash: ours, mark: slow })).toEqual({ _tag: "Expired" })
    expect(await looking({ height: 3_550 + 4_500 }, { mark: slow })).toEqual({ _tag: "Missing" })
    expect(await looking({ height: 3_551 + 4_500 }, { mark: slow })).toEqual({ _tag: "Expired" })
  })

  it("that a page has made lives no longer than the newest blockhash when it left", async () => {
    const made = payment(5n, null)
    expect(await looking({ height: 1_300 }, { hash: ours, transaction: made })).toEqual({ _tag: "Missing" })
    expect(await looking({ height: 1_301 }, { hash: ours, transaction: made })).toEqual({ _tag: "Expired" })
  })

  it("is not called expired while a wallet has named something else", async () => {
    const landed = { [third]: { slot: 2_001, text: guarded(guard) } }
    expect(await looking({ height: late, landed }, { hash: third })).toEqual({ _tag: "Missing" })
  })

  it("is asked for after the newest final block was, so that what lands late is seen", async () => {
    const { asked, rpc } = makeNode({ height: late })
    const sought = { from: vera, transaction, mark, hash: ours, excludedHashes: [] }
    await Effect.runPromise(findTransaction({ network, rpc, sought }))
    expect(asked[0]).toEqual(["getEpochInfo", [{ commitment: "finalized" }]])
    expect(asked.map(([method]) => method).indexOf("getSignatureStatuses")).toBeGreaterThan(0)
    const page = asked.find(([method]) => method === "getSignaturesForAddress")
    expect(page?.[1][1]).toMatchObject({ minContextSlot: late + 1_000 })
  })

  it("is not known to be missing where the node does not say", async () => {
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
