import { bitcoin as network } from "@wmodal/protocol/networks"
import { Transaction } from "bitcoinjs-lib"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { TransactionQuery } from "../contract/TransactionStatus.ts"
import { makeEsploraNode } from "../testing/esploraNode.ts"
import { bitcoinActions as actions } from "./actions.ts"
import { encodePsbt } from "./Psbt.ts"
import { parseAddressScript } from "./Script.ts"

const vera = "bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te"
const milo = "bc1qt3az9lwpqfvr466mezsewuzdc4d379ldv83d4c"
const [mine, his] = [vera, milo].map((text) => parseAddressScript(text) ?? new Uint8Array())
if (mine === undefined || his === undefined) throw new Error("no addresses")
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")
const run = Effect.runPromise

const parent = "ab".repeat(32)
const psbt = encodePsbt({
  inputs: [0, 1].map((index) => ({ outpoint: `${parent}:${index}`, coin: { script: mine, value: 50_000n } })),
  outputs: [
    { script: his, value: 60_000n },
    { script: mine, value: 39_000n },
  ],
  lockTime: 0,
})

const output = (script: Uint8Array, value: number) => ({
  scriptpubkey: hex(script),
  scriptpubkey_address: script === mine ? vera : milo,
  value,
})
const shown = (
  txid: string,
  height: number | null,
  { inputs = [0, 1], outputs = [output(his, 60_000), output(mine, 39_000)] } = {},
) => ({
  txid,
  vin: inputs.map((vout) => ({ txid: parent, vout, prevout: output(mine, 50_000), is_coinbase: false })),
  vout: outputs,
  weight: 561,
  fee: 1_000,
  status: height === null ? { confirmed: false } : { confirmed: true, block_height: height, block_time: 7 },
})

const otherTxid = "02".repeat(32)

const finding = (paths: Readonly<Record<string, unknown>>, sought: Partial<TransactionQuery> = {}) => {
  const { asked, rpc } = makeEsploraNode({ "/blocks/tip/height": "100", ...paths })
  const standing = run(
    actions.find({
      network,
      rpc,
      sought: { from: vera, transaction: { psbt }, mark: null, hash: null, excludedHashes: [], ...sought },
    }),
  )
  return { asked, standing }
}

/** Signed bytes and their hash. */
const transaction = new Transaction()
transaction.version = 2
transaction.addInput(new Uint8Array(32).fill(3), 0)
transaction.setWitness(0, [new Uint8Array(71), new Uint8Array(33)])
transaction.addOutput(his, 60_000n)
const raw = transaction.toHex()
const hash = transaction.getId()

describe("findTransaction of Bitcoin bytes of another program", () => {
  const input = "03".repeat(32)
  const spent = { [`/tx/${input}/outspend/0`]: { spent: true, txid: otherTxid, vin: 0, status: {} } }
  const vin = [{ txid: input, vout: 0, prevout: output(mine, 61_000), is_coinbase: false }]
  const alone = async () => {
    const { mark } = await run(actions.readSigned({ network, raw }))
    return { from: "", transaction: null, hash, mark }
  }

  it("returns Replaced when another transaction has spent the inputs that the bytes name", async () => {
    const rival = { ...shown(otherTxid, 90, { outputs: [output(his, 1)] }), vin }
    expect(await finding({ ...spent, [`/tx/${otherTxid}`]: rival }, await alone()).standing).toEqual({
      _tag: "Replaced",
      by: otherTxid,
    })
  })

  it("learns from a node whose coins they spend", async () => {
    const there = { ...shown(hash, null, { outputs: [output(his, 60_000)] }), vin }
    expect(await finding({ [`/tx/${hash}`]: there }, await alone()).standing).toMatchObject({
      _tag: "Pending",
      hash,
      mark: { own: hex(mine), inputs: `${input}:0` },
    })
  })

  it("reads nothing of unsigned bytes", async () => {
    expect(await run(actions.readSigned({ network, raw: "00" }))).toEqual({ from: null, mark: {} })
  })
})
