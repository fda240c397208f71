import { type Rpc, RpcError, type RpcReason } from "@wmodal/protocol"
import { bitcoin as network } from "@wmodal/protocol/networks"
import { Transaction } from "bitcoinjs-lib"
import { Effect, Result } from "effect"
import { describe, expect, it } from "vitest"
import { makeEsploraNode } from "../testing/esploraNode.ts"
import { makeScriptedRpc, ScriptedRejection, toRpcErrorResponse } from "../testing/scriptedRpc.ts"
import {
  finding,
  his,
  milo,
  mine,
  otherTxid,
  output,
  parent,
  psbt,
  shown,
  vera,
} from "../testing/soughtBitcoin.ts"
import { bitcoinActions as actions } from "./actions.ts"

const run = Effect.runPromise

const own = "01".repeat(32)
const spentBy = (txid: string, index = 0) => ({
  [`/tx/${parent}/outspend/${index}`]: { spent: true, txid, vin: 0, status: { confirmed: false } },
})

describe("findTransaction of Bitcoin", () => {
  it("counts confirmations, and returns Pending or Missing after a reorganisation", async () => {
    const at = (height: number | null) =>
      finding({ ...spentBy(own), [`/tx/${own}`]: shown(own, height) }, { hash: own }).standing
    const mined = { _tag: "Mined", hash: own, succeeded: true, at: 7_000, fee: 1_000n }
    expect(await at(98)).toEqual({ ...mined, block: 98n, confirmations: 3 })
    // The reported height lags behind the block.
    expect(await at(101)).toEqual({ ...mined, block: 101n, confirmations: 1 })
    expect(await at(null)).toEqual({ _tag: "Pending", hash: own })
    expect(await finding({}, { hash: own }).standing).toEqual({ _tag: "Missing" })
  })

  it("returns Replaced or Cancelled when a confirmed transaction spends one of its UTXOs", async () => {
    const rival = shown(otherTxid, 90, { inputs: [1], outputs: [output(his, 49_000)] })
    const { asked, standing } = finding({ ...spentBy(otherTxid, 1), [`/tx/${otherTxid}`]: rival })
    expect(await standing).toEqual({ _tag: "Replaced", by: otherTxid })
    expect(asked.map(([, [path]]) => path)).toContain(`/tx/${parent}/outspend/0`)
    const waits = { ...rival, status: { confirmed: false } }
    expect(await finding({ ...spentBy(otherTxid, 1), [`/tx/${otherTxid}`]: waits }).standing).toEqual({
      _tag: "Missing",
    })
    const back = shown(otherTxid, 90, { outputs: [output(mine, 99_000)] })
    expect(await finding({ ...spentBy(otherTxid), [`/tx/${otherTxid}`]: back }).standing).toEqual({
      _tag: "Cancelled",
      by: otherTxid,
    })
  })

  it("returns Replaced by the confirmed one of two conflicting transactions", async () => {
    const paths = {
      ...spentBy(otherTxid, 1),
      [`/tx/${otherTxid}`]: shown(otherTxid, 95, { inputs: [1], outputs: [output(his, 1)] }),
    }
    expect(await finding(paths).standing).toEqual({ _tag: "Replaced", by: otherTxid })
  })

  it("returns Replaced when the equal transaction belongs to another request", async () => {
    const paths = { ...spentBy(otherTxid), [`/tx/${otherTxid}`]: shown(otherTxid, 90) }
    expect(await finding(paths, { excludedHashes: [otherTxid.toUpperCase()] }).standing).toEqual({
      _tag: "Replaced",
      by: otherTxid,
    })
    expect(await finding(paths).standing).toMatchObject({ _tag: "Mined", hash: otherTxid })
  })

  it("returns Replaced when amount or recipient differ", async () => {
    for (const outputs of [
      [output(his, 60_001), output(mine, 38_999)],
      [output(his, 60_000), output(his, 39_000)],
      [output(his, 60_000), output(his, 60_000)],
    ]) {
      const paths = { ...spentBy(otherTxid), [`/tx/${otherTxid}`]: shown(otherTxid, 90, { outputs }) }
      expect(await finding(paths).standing).toEqual({ _tag: "Replaced", by: otherTxid })
      expect(await finding(paths, { hash: otherTxid }).standing).toEqual({ _tag: "Replaced", by: otherTxid })
    }
  })

  it("requests a transaction only for a valid hash", async () => {
    for (const hash of ["", "00", `${own}/hex`, "../blocks/tip/hash", `0x${own}`]) {
      const { asked, standing } = finding({}, { hash, transaction: null })
      expect(await standing).toEqual({ _tag: "Missing" })
      expect(asked.map(([, [path]]) => path)).toEqual(["/blocks/tip/height"])
    }
    const { standing } = finding({ [`/tx/${own}`]: shown(own, null) }, { hash: own.toUpperCase() })
    expect(await standing).toMatchObject({ _tag: "Pending", hash: own })
  })

  it("returns Pending without a checkpoint when several addresses fund it", async () => {
    const mixed = shown(own, null)
    const vin = [...mixed.vin, { txid: otherTxid, vout: 0, prevout: output(his, 9), is_coinbase: false }]
    const { standing } = finding(
      { [`/tx/${own}`]: { ...mixed, vin } },
      { from: "", transaction: null, hash: own },
    )
    expect(await standing).toEqual({ _tag: "Pending", hash: own })
  })
})

/** Signed bytes and their hash. */
const transaction = new Transaction()
transaction.version = 2
transaction.addInput(new Uint8Array(32).fill(3), 0)
transaction.setWitness(0, [new Uint8Array(71), new Uint8Array(33)])
transaction.addOutput(his, 60_000n)
const raw = transaction.toHex()
const hash = transaction.getId()

const failing = (reason: RpcReason) => new ScriptedRejection(reason)
const unreachable = failing({ _tag: "Unreachable", detail: "offline" })
const refusal = failing(
  toRpcErrorResponse(
    400,
    'sendrawtransaction RPC error: {"code":-26,"message":"min relay fee not met, 1 < 2"}',
  ),
)

const broadcasting = (post: unknown, looked: unknown) => {
  const { rpc } = makeScriptedRpc((method) => (method === "POST" ? post : looked))
  return run(Effect.result(actions.broadcast({ network, rpc, raw })))
}
const getReason = async (result: ReturnType<typeof broadcasting>) => {
  const failed = Result.getOrThrow(Result.flip(await result))
  return failed._tag === "BroadcastError" ? failed.reason : failed
}
const unknownThere = failing(toRpcErrorResponse(404, "Transaction not found"))

describe("broadcast of Bitcoin", () => {
  it("returns the hash when the node accepts the transaction or already has it", async () => {
    const there = shown(hash, null)
    for (const said of [hash, refusal, unreachable, "something else"])
      expect(Result.getOrThrow(await broadcasting(said, there))).toBe(hash)
    expect(Result.getOrThrow(await broadcasting(hash, unknownThere))).toBe(hash)
  })

  it("returns Refused when the node rejects the transaction and does not have it", async () => {
    expect(await getReason(broadcasting(refusal, unknownThere))).toEqual({
      _tag: "Refused",
      code: 400,
      text: "min relay fee not met, 1 < 2",
    })
    const odd = failing(toRpcErrorResponse(400, "no\u202e\n"))
    expect(await getReason(broadcasting(odd, unknownThere))).toMatchObject({ text: "no" })
  })

  it("returns Uncertain when the node's responses prove nothing", async () => {
    for (const [post, looked] of [
      [unreachable, unknownThere],
      [unreachable, unreachable],
      [refusal, unreachable],
      [refusal, { txid: otherTxid }],
      ["something else", unknownThere],
      // Its own mined copy may have spent the inputs.
      [
        failing(toRpcErrorResponse(400, '{"code":-25,"message":"bad-txns-inputs-missingorspent"}')),
        unknownThere,
      ],
      [failing({ _tag: "Status", status: 503 }), unknownThere],
      [
        failing(toRpcErrorResponse(400, '{"code":-27,"message":"Transaction already in block chain"}')),
        unknownThere,
      ],
      [failing(toRpcErrorResponse(400, '{"code":-27,"message":"txn-already-known"}')), unknownThere],
      [failing(toRpcErrorResponse(400, "bitcoind RPC timeout")), unknownThere],
    ])
      expect(await getReason(broadcasting(post, looked))).toMatchObject({ _tag: "Uncertain" })
  })

  it("returns NotSent when the node is over its limit and does not have the transaction", async () => {
    const limited = failing({ _tag: "Status", status: 429 })
    expect(await getReason(broadcasting(limited, unknownThere))).toMatchObject({ _tag: "NotSent" })
    expect(await getReason(broadcasting(limited, unreachable))).toMatchObject({ _tag: "Uncertain" })
    expect(Result.getOrThrow(await broadcasting(limited, shown(hash, null)))).toBe(hash)
  })

  it("returns NotSent when there is no endpoint", async () => {
    for (const reason of [{ _tag: "NoEndpoint" }, { _tag: "BackedOff", until: 1 }] as const)
      expect(await getReason(broadcasting(failing(reason), unknownThere))).toMatchObject({ _tag: "NotSent" })
  })
})

describe("node with malformed responses", () => {
  const asking = (rpc: Rpc) => ({ network, rpc })
  const odd: readonly unknown[] = [
    "",
    null,
    {},
    [{}],
    [{ txid: "x", vout: 0, value: 1, status: { confirmed: true } }],
    [{ txid: parent, vout: -1, value: 1, status: { confirmed: true } }],
    [{ txid: parent, vout: 0, value: 1.5, status: { confirmed: true } }],
    [{ txid: parent, vout: 0, value: -1, status: { confirmed: true } }],
    [{ txid: parent, vout: 0, value: 2 ** 60, status: { confirmed: true } }],
    [{ txid: parent, vout: 0, value: "1", status: { confirmed: true } }],
    [{ txid: parent, vout: 0, value: 1, status: {} }],
  ]

  it("fails balance, estimate and search as Malformed", async () => {
    for (const answer of odd) {
      const { rpc } = makeScriptedRpc(() => answer)
      const transfer = { from: vera, to: milo, token: null, amount: 1_000n }
      const sought = { from: vera, transaction: { psbt }, mark: null, hash: own, excludedHashes: [] }
      const failures = await run(
        Effect.all([
          Effect.flip(actions.balance({ ...asking(rpc), address: vera })),
          Effect.flip(actions.spendableBalance({ ...asking(rpc), address: vera, token: null })),
          Effect.flip(actions.estimate({ ...asking(rpc), transfer })),
          Effect.flip(actions.find({ ...asking(rpc), sought })),
        ]),
      )
      expect(failures.map((error) => error instanceof RpcError && error.reason._tag)).toEqual(
        failures.map(() => "Malformed"),
      )
    }
  })

  it.each([0, -1, 5_001, 1e9, Number.NaN, "7", null])(
    "fails the estimate for a fee rate of %s",
    async (rate) => {
      const { rpc } = makeEsploraNode({
        [`/address/${vera}/utxo`]: [],
        [`/address/${vera}/txs`]: [],
        "/blocks/tip/height": "100",
        "/v1/fees/recommended": { halfHourFee: rate, minimumFee: 1 },
      })
      const transfer = { from: vera, to: milo, token: null, amount: 0n }
      const failed = await run(Effect.flip(actions.estimate({ ...asking(rpc), transfer })))
      expect(failed).toMatchObject({ _tag: "RpcError", reason: { _tag: "Malformed" } })
    },
  )

  it("uses Esplora's fee estimates when recommended fees are missing", async () => {
    const { rpc } = makeEsploraNode({
      [`/address/${vera}/utxo`]: [
        { txid: parent, vout: 0, value: 100_000, status: { confirmed: true, block_height: 1 } },
      ],
      [`/address/${vera}/txs`]: [],
      "/blocks/tip/height": 500,
      "/fee-estimates": { 1: 20, 3: 2.5, 6: 1 },
    })
    const transfer = { from: vera, to: milo, token: null, amount: 50_000n }
    const { expected } = await run(actions.estimate({ ...asking(rpc), transfer }))
    // 141 virtual bytes, rounded up.
    expect(expected).toBe(353n)
  })

  it("excludes young UTXOs without a known origin from the spendable balance", async () => {
    const young = { txid: parent, vout: 0, value: 90_000, status: { confirmed: true, block_height: 95 } }
    const paths = (extra: Readonly<Record<string, unknown>>) => ({
      [`/address/${vera}/utxo`]: [young],
      [`/address/${vera}/txs`]: [],
      "/blocks/tip/height": "100",
      ...extra,
    })
    const spendable = (extra: Readonly<Record<string, unknown>>) =>
      run(
        actions.spendableBalance({
          ...asking(makeEsploraNode(paths(extra)).rpc),
          address: vera,
          token: null,
        }),
      )
    expect(await spendable({})).toBe(0n)
    expect(await spendable({ [`/tx/${parent}`]: { ...shown(parent, 95) } })).toBe(90_000n)
    const mined = { ...shown(parent, 95), vin: [{ txid: "00".repeat(32), vout: 1, is_coinbase: true }] }
    expect(await spendable({ [`/tx/${parent}`]: mined })).toBe(0n)
    expect(await spendable({ "/blocks/tip/height": "194" })).toBe(90_000n)
  })
})

describe("fetchConfirmedBalance", () => {
  const stats = (funded: number, spent: number, count: number) => ({
    funded_txo_sum: funded,
    spent_txo_sum: spent,
    tx_count: count,
  })
  const balanceWith = (
    waiting: readonly ReturnType<typeof shown>[],
    spent: number,
    count = waiting.length,
  ) => {
    const { rpc } = makeEsploraNode({
      [`/address/${vera}`]: {
        chain_stats: stats(500_000, 100_000, 4),
        mempool_stats: stats(1, spent, count),
      },
      [`/address/${vera}/txs`]: [...waiting, shown(own, 9)],
    })
    return run(actions.balance({ network, rpc, address: vera }))
  }
  const incoming = {
    ...shown(otherTxid, null),
    vin: [{ txid: parent, vout: 0, prevout: output(his, 70_000), is_coinbase: false }],
  }

  it("returns confirmed funds, less pending spends, plus own change", async () => {
    expect(await balanceWith([], 0)).toBe(400_000n)
    expect(await balanceWith([shown(own, null)], 100_000)).toBe(400_000n - 61_000n)
  })

  it("excludes unconfirmed incoming payments, even after they were spent", async () => {
    expect(await balanceWith([incoming], 0)).toBe(400_000n)
    const on = {
      ...shown("03".repeat(32), null, { outputs: [output(his, 20_000), output(mine, 18_000)] }),
      vin: [{ txid: otherTxid, vout: 1, prevout: output(mine, 39_000), is_coinbase: false }],
    }
    expect(await balanceWith([on, incoming], 39_000)).toBe(418_000n)
  })

  it("returns a lower amount when the node does not list all pending transactions", async () => {
    expect(await balanceWith([shown(own, null)], 150_000, 2)).toBe(250_000n)
    expect(await balanceWith([], 500_000, 2)).toBe(0n)
  })
})

describe("history of Bitcoin", () => {
  it("returns direction, amount and counterparty from the address's own view", async () => {
    const both = {
      ...shown(own, 9),
      vin: [...shown(own, 9).vin, { ...shown(own, 9).vin[0], prevout: output(his, 5_000) }],
    }
    const { rpc } = makeEsploraNode({
      [`/address/${vera}/txs`]: [
        shown(own, null),
        shown(own, 9, { outputs: [output(mine, 99_000)] }),
        {
          ...shown(own, 9),
          vin: [{ txid: parent, vout: 0, prevout: output(his, 70_000), is_coinbase: false }],
        },
        { ...shown(own, 9), vin: [{ txid: parent, vout: 9, prevout: null, is_coinbase: true }] },
        both,
      ],
    })
    const { next, transactions } = await run(
      actions.history?.({ network, rpc, address: vera, cursor: null }) ?? Effect.die("none"),
    )
    expect(next).toBe(own)
    expect(transactions.every(({ hash: one }) => one === own)).toBe(true)
    expect(transactions).toMatchObject([
      { status: "pending", at: null, direction: "out", amount: 60_000n, counterparty: milo },
      { status: "confirmed", at: 7_000, direction: "self", amount: 99_000n, counterparty: null },
      { status: "confirmed", at: 7_000, direction: "in", amount: 39_000n, counterparty: milo },
      { status: "confirmed", at: 7_000, direction: "in", amount: 39_000n, counterparty: null },
      { status: "confirmed", at: 7_000, direction: "out", amount: 61_000n, counterparty: milo },
    ])
  })
})
