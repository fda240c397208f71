import { bitcoin as network } from "@wmodal/protocol/networks"
import { Effect, Result } from "effect"
import { describe, expect, it } from "vitest"
import { makeEsploraNode } from "../testing/esploraNode.ts"
import { bumpFee } from "./bumpFee.ts"
import { decodePsbt, encodePsbt } from "./Psbt.ts"
import { parseAddressScript } from "./Script.ts"

const vera = "bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te"
const milo = "bc1qt3az9lwpqfvr466mezsewuzdc4d379ldv83d4c"
const thief = "bc1qp533522veg9uyhpx3sva9vqrnfzmt262n4lsuq"
const [mine, his, theirs] = [vera, milo, thief].map((text) => parseAddressScript(text) ?? new Uint8Array())
if (mine === undefined || his === undefined || theirs === undefined) throw new Error("no addresses")

const parent = "ab".repeat(32)
const waiting = "01".repeat(32)
const psbt = encodePsbt({
  inputs: [{ outpoint: `${parent}:0`, coin: { script: mine, value: 1_000_000n } }],
  outputs: [
    { script: his, value: 600_000n },
    { script: mine, value: 399_000n },
  ],
  lockTime: 9,
})
const output = (script: Uint8Array, value: number) => ({
  scriptpubkey: Buffer.from(script).toString("hex"),
  value,
})
/** The node's view of the pending payment: 141 virtual bytes. */
const shown = {
  txid: waiting,
  vin: [{ txid: parent, vout: 0, prevout: output(mine, 1_000_000), is_coinbase: false }],
  vout: [output(mine, 399_000), output(his, 600_000)],
  weight: 561,
  fee: 1_000,
  status: { confirmed: false },
}

const raising = (more: Readonly<Record<string, unknown>> = {}, rate = 5, extra = {}) => {
  const { rpc } = makeEsploraNode({
    [`/tx/${parent}/outspend/0`]: { spent: true, txid: waiting },
    [`/tx/${waiting}`]: { ...shown, ...more },
    "/v1/fees/recommended": { halfHourFee: rate, minimumFee: 1 },
    ...extra,
  })
  return Effect.runPromise(Effect.result(bumpFee({ network, rpc, from: vera, transaction: { psbt } })))
}

const raised = async (...of: Parameters<typeof raising>) => {
  const { fee, transaction } = Result.getOrThrow(await raising(...of))
  return { fee: fee.most, outputs: decodePsbt(transaction["psbt"])?.outputs, psbt: transaction["psbt"] }
}

describe("bumpFee", () => {
  it("adds one satoshi per byte to the pending fee, or uses the market rate", async () => {
    // The pending fee is 1,000 for 141 bytes.
    expect((await raised()).fee).toBe(1_141n)
    expect((await raised({}, 20)).fee).toBe(2_820n)
    const { outputs, psbt: text } = await raised({}, 20)
    expect(outputs).toEqual([
      { script: mine, value: 397_180n },
      { script: his, value: 600_000n },
    ])
    expect(decodePsbt(text)).toMatchObject({ lockTime: 9, inputs: decodePsbt(psbt)?.inputs })
  })

  it("uses the estimate of a node that has none for three blocks, or what waits there", async () => {
    const without = { "/v1/fees/recommended": undefined }
    expect((await raised({}, 0, { ...without, "/fee-estimates": { 2: 20 } })).fee).toBe(2_820n)
    const waitingThere = {
      "/mempool": {
        fee_histogram: [
          [20, 2_000_000],
          [8, 2_000_000],
        ],
      },
    }
    expect((await raised({}, 0, { ...without, ...waitingThere, "/fee-estimates": {} })).fee).toBe(2_820n)
    expect(await raising({}, 0, { ...without, "/fee-estimates": {} })).toMatchObject({
      failure: { reason: { _tag: "NoFeeRate" } },
    })
  })

  it("spends change below the dust limit as fee, and at most the whole change", async () => {
    const whole = await raised({ fee: 399_700 })
    expect(whole.fee).toBe(400_000n)
    expect(whole.outputs).toEqual([{ script: his, value: 600_000n }])
    const more = await raising({ fee: 399_900 })
    expect(more).toMatchObject({
      failure: { reason: { _tag: "Reverts", text: expect.stringMatching(/^Not enough/) } },
    })
  })

  it("pays the signed outputs only, and rejects a different pending transaction of the node", async () => {
    const refused = { _tag: "Failure", failure: { _tag: "TransferRejected", reason: { _tag: "Reverts" } } }
    for (const vout of [
      [output(mine, 399_000), output(theirs, 600_000)],
      [output(mine, 399_000), output(his, 599_999)],
      [output(mine, 399_000), output(his, 600_000), output(theirs, 1)],
      [output(mine, 999_000)],
    ])
      expect(await raising({ vout })).toMatchObject(refused)
    const others = [{ ...shown.vin[0], vout: 1 }]
    expect(await raising({ vin: others })).toMatchObject(refused)
    expect(await raising({ vin: [...shown.vin, ...others] })).toMatchObject(refused)
    expect(await raising({ status: { confirmed: true, block_height: 1 } })).toMatchObject(refused)
    expect(await raising({}, 5, { [`/tx/${parent}/outspend/0`]: { spent: false } })).toMatchObject(refused)
    // An implausible size from the node does not raise the fee.
    expect((await raised({ weight: 4_000_000 }, 20)).fee).toBe(2_820n)
    expect((await raised({ weight: 4 }, 5)).fee).toBeLessThan(1_200n)
  })

  it("rejects a payment whose change is already spent", async () => {
    const child = { [`/tx/${waiting}/outspend/0`]: { spent: true, txid: "02".repeat(32) } }
    expect(await raising({}, 5, child)).toMatchObject({
      failure: { reason: { text: expect.stringContaining("spends from") } },
    })
  })
})
