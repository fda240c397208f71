import { bitcoin as network } from "@wmodal/protocol/networks"
import { Transaction } from "bitcoinjs-lib"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { finding, hex, his, mine, otherTxid, output, shown } from "../testing/soughtBitcoin.ts"
import { bitcoinActions as actions } from "./actions.ts"

const run = Effect.runPromise

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
