import { base58 } from "@scure/base"
import { solanaDevnet as network } from "@wmodal/protocol/networks"
import { inVirtualTime } from "@wmodal/protocol/testing"
import { Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { makeScriptedRpc, ScriptedRejection, toRpcErrorResponse } from "../testing/scriptedRpc.ts"
import { concatBytes } from "../testing/solanaBytes.ts"
import { encodeTestMessage, transferSol } from "../testing/solanaTransactions.ts"
import { encodeBase64 } from "../text/base64.ts"
import { broadcast, readSigned, toTransactionHash } from "./broadcast.ts"

const vera = "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96"
const milo = "AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD"
const signed = new Uint8Array(64).fill(7)
const hash = base58.encode(signed)
const message = encodeTestMessage({
  payer: vera,
  blockhash: milo,
  instructions: [transferSol(vera, milo, 1n)],
})
const raw = encodeBase64(concatBytes([1], signed, message))

const fine = { context: { slot: 5 }, value: { err: null, logs: [], unitsConsumed: 1 } }
const failing = (err: unknown, logs: readonly string[] = []) => ({
  context: { slot: 5 },
  value: { err, logs, unitsConsumed: 0 },
})
const known = { context: { slot: 5 }, value: [{ slot: 4, err: null, confirmationStatus: "processed" }] }
const nothing = { context: { slot: 5 }, value: [null] }
const lost = new ScriptedRejection({ _tag: "TimedOut", milliseconds: 5 })

const sending = async (answers: Readonly<Record<string, unknown>>) => {
  const { asked, rpc } = makeScriptedRpc((method) => answers[method])
  const outcome = await Effect.runPromise(
    inVirtualTime(Effect.result(broadcast({ network, rpc, raw }))).pipe(
      Effect.scoped,
      Effect.provide(TestClock.layer()),
    ),
  )
  return {
    said: Result.isSuccess(outcome) ? outcome.success : outcome.failure,
    sends: asked.filter(([method]) => method === "sendTransaction"),
  }
}

describe("broadcast of Solana", () => {
  it("returns the first signature as the hash, and null when it is missing", () => {
    expect(toTransactionHash({ network, raw })).toBe(hash)
    expect(
      toTransactionHash({ network, raw: encodeBase64(concatBytes([1], new Uint8Array(64), message)) }),
    ).toBe(null)
  })

  it("reads the fee payer of signed bytes, and nothing of unsigned ones", async () => {
    expect(await Effect.runPromise(readSigned({ network, raw }))).toEqual({
      from: vera,
      mark: { hash, from: vera, transaction: raw },
    })
    const unsigned = encodeBase64(concatBytes([1], new Uint8Array(64), message))
    expect(await Effect.runPromise(readSigned({ network, raw: unsigned }))).toEqual({ from: null, mark: {} })
  })

  it("returns Uncertain when a simulation fails and the node cannot look the transaction up", async () => {
    const { said, sends } = await sending({
      simulateTransaction: failing("BlockhashNotFound"),
      getSignatureStatuses: lost,
    })
    expect(said).toMatchObject({ _tag: "BroadcastError", reason: { _tag: "Uncertain" } })
    expect(sends).toEqual([])
  })

  it("sends without preflight after its own simulation", async () => {
    const { said, sends } = await sending({ simulateTransaction: fine, sendTransaction: hash })
    expect(said).toBe(hash)
    expect(sends).toEqual([["sendTransaction", [raw, { encoding: "base64", skipPreflight: true }]]])
  })

  it("sends nothing when the node already has the transaction", async () => {
    const processed = await sending({ simulateTransaction: failing("AlreadyProcessed") })
    const old = await sending({
      simulateTransaction: failing("BlockhashNotFound"),
      getSignatureStatuses: known,
    })
    expect([processed, old]).toEqual([
      { said: hash, sends: [] },
      { said: hash, sends: [] },
    ])
  })

  it.each([
    ["BlockhashNotFound", [], { _tag: "Reverts", text: "Blockhash not found" }],
    ["InsufficientFundsForFee", [], { _tag: "Insufficient" }],
    [
      { InstructionError: [0, { Custom: 1 }] },
      ["Transfer: insufficient lamports 1, need 2"],
      { _tag: "Insufficient" },
    ],
    [
      { InstructionError: [2, { Custom: 17 }] },
      ["Program log: Error: Account is frozen"],
      { _tag: "Reverts", text: "Account is frozen" },
    ],
    [{ InstructionError: [2, { Custom: 6001 }] }, [], { _tag: "Reverts", text: "Program error 6001" }],
    [
      { InsufficientFundsForRent: { account_index: 1 } },
      [],
      { _tag: "Reverts", text: "Insufficient funds for rent" },
    ],
  ])("rejects before the broadcast: %j", async (err, logs, reason) => {
    const { said, sends } = await sending({
      simulateTransaction: failing(err, logs),
      getSignatureStatuses: nothing,
    })
    expect(said).toMatchObject({ _tag: "TransferRejected", reason })
    expect(sends).toEqual([])
  })

  it("returns NotSent when no node can simulate", async () => {
    const { said, sends } = await sending({ simulateTransaction: lost })
    expect(said).toMatchObject({ _tag: "BroadcastError", hash, reason: { _tag: "NotSent" } })
    expect(sends).toEqual([])
  })

  it.each([
    [lost, nothing],
    [lost, lost],
    [new ScriptedRejection(toRpcErrorResponse(-32002, "Transaction simulation failed")), nothing],
    [new ScriptedRejection(toRpcErrorResponse(-32005, "Node is behind")), nothing],
    [milo, nothing],
    [7, nothing],
  ])("returns Uncertain after the broadcast: %o", async (sendTransaction, getSignatureStatuses) => {
    const { said } = await sending({ simulateTransaction: fine, sendTransaction, getSignatureStatuses })
    expect(said).toMatchObject({ _tag: "BroadcastError", hash, reason: { _tag: "Uncertain" } })
    expect(String(said)).not.toContain(raw)
  })

  it("returns the hash when the response is lost and the node has the transaction", async () => {
    const { said } = await sending({
      simulateTransaction: fine,
      sendTransaction: lost,
      getSignatureStatuses: known,
    })
    expect(said).toBe(hash)
  })

  it("returns NotSent when there is no endpoint", async () => {
    const { said } = await sending({
      simulateTransaction: fine,
      sendTransaction: new ScriptedRejection({ _tag: "BackedOff", until: 9 }),
      getSignatureStatuses: nothing,
    })
    expect(said).toMatchObject({ reason: { _tag: "NotSent" } })
  })
})
