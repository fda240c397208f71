import { bitcoin as network } from "@wmodal/protocol/networks"
import { Psbt as OtherPsbt } from "bitcoinjs-lib"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { makeEsploraNode } from "../testing/esploraNode.ts"
import { explainRequest } from "./explainRequest.ts"
import { parseAddressScript } from "./Script.ts"

const vera = "bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te"
const milo = "bc1qt3az9lwpqfvr466mezsewuzdc4d379ldv83d4c"
const named = "bc1pfzhx49qe6s5exppe5hqljg3n6587xk0w75xqr70pgdt7ygnfkssqxqjd9l"
const [mine, his, known] = [vera, milo, named].map((text) => parseAddressScript(text) ?? new Uint8Array())
if (mine === undefined || his === undefined || known === undefined) throw new Error("no addresses")

const parent = "ab".repeat(32)
const counts = { spent_txo_sum: 0, tx_count: 0 }
const { rpc } = makeEsploraNode({
  [`/address/${vera}`]: {
    chain_stats: { ...counts, funded_txo_sum: 30_000 },
    mempool_stats: { ...counts, funded_txo_sum: 0 },
  },
  [`/address/${vera}/utxo`]: [10_000, 20_000].map((value, vout) => ({
    txid: parent,
    vout,
    value,
    status: { confirmed: true, block_height: 1, block_time: 1 },
  })),
})

type Coin = readonly [script: Uint8Array, value: bigint, sighash?: number]

/** Explains a PSBT whose inputs and outputs keep their order. */
const review = async (inputs: readonly Coin[], outputs: readonly Coin[], from = vera) => {
  const psbt = new OtherPsbt()
  for (const [index, [script, value, sighashType]] of inputs.entries())
    psbt.addInput({
      hash: parent,
      index,
      witnessUtxo: { script, value },
      ...(sighashType !== undefined && { sighashType }),
    })
  for (const [script, value] of outputs) psbt.addOutput({ script, value })
  const { calls, dangers, trial } = await Effect.runPromise(
    explainRequest({
      network,
      rpc,
      from,
      request: { _tag: "Transaction", transaction: { psbt: psbt.toBase64() } },
      tokens: [],
      nameOf: (address) => (address === named ? "Ordinals" : null),
    }),
  )
  return {
    intent: calls[0].intent,
    fields: calls[0].fields.map(({ label, text }) => `${label}: ${text}`),
    dangers: dangers.map(({ _tag }) => _tag),
    after: trial?._tag === "Simulated" ? trial.changes[0]?.after : null,
  }
}

describe("what leaves without a return", () => {
  it("counts the price of an offer beyond the coin's own value", async () => {
    const offer = async (price: bigint) => (await review([[mine, 10_000n, 0x83]], [[mine, price]])).dangers
    expect(await offer(19_999n)).toContain("Giveaway")
    expect(await offer(20_000n)).not.toContain("Giveaway")
  })

  it("follows the satoshis of an inscription, in their order, to the output of another", async () => {
    const giving = async (first: bigint) => {
      const inputs: readonly Coin[] = [
        [known, 20_000n],
        [known, 546n],
      ]
      const outputs: readonly Coin[] = [
        [known, first],
        [his, 20_546n - first],
      ]
      return (await review(inputs, outputs, named)).dangers
    }
    expect(await giving(20_000n)).toContain("Giveaway")
    expect(await giving(20_546n - 1n)).toContain("Giveaway")
    expect(await giving(20_546n)).not.toContain("Giveaway")
  })
})

describe("what the signature of an offer secures", () => {
  it("shows the price of each offered coin", async () => {
    const offer = await review(
      [
        [mine, 10_000n, 0x83],
        [mine, 20_000n, 0x83],
      ],
      [
        [mine, 40_000n],
        [mine, 60_000n],
      ],
    )
    expect(offer).toMatchObject({ intent: "Offer for sale", dangers: [], after: 100_000n })
    expect(offer.fields).toEqual(["You give: 0.0003 BTC", "You get: 0.001 BTC"])
  })

  it("warns OpenEnded and keeps apart what an own output of no offered coin seems to pay", async () => {
    const promise = await review(
      [[mine, 10_000n, 0x83]],
      [
        [mine, 20_001n],
        [mine, 1_000_000_000n],
      ],
    )
    expect(promise.dangers).toEqual(["Blind", "OpenEnded"])
    expect(promise.fields).toEqual([
      "You spend: 0.0001 BTC",
      "Back to you: 0.00020001 BTC",
      "Not secured: 10 BTC",
    ])
    expect(promise.after).toBe(40_001n)
  })

  it("warns OpenEnded when the output at a coin of another seems to pay", async () => {
    const promise = await review(
      [
        [mine, 10_000n, 0x83],
        [his, 50_000n],
      ],
      [
        [mine, 20_001n],
        [mine, 30_000n],
      ],
    )
    expect(promise.dangers).toEqual(["OpenEnded"])
    expect(promise.after).toBe(40_001n)
  })

  it("warns Giveaway when only outputs that are not secured pay for what leaves", async () => {
    // A coin of taproot with the usual amount of an inscription.
    const sale = (type: number) =>
      review(
        [
          [known, 10_000n, type],
          [his, 100_000n],
        ],
        [
          [his, 10_000n],
          [known, 99_000n],
        ],
        named,
      )
    expect((await sale(0x01)).dangers).not.toContain("Giveaway")
    expect((await sale(0x83)).dangers).toEqual(expect.arrayContaining(["Giveaway", "OpenEnded"]))
  })

  it.each([
    [0x01, "0.000295 BTC", null],
    [0x81, "0.000295 BTC", null],
    [0x03, "0.0001 BTC", "0.000195 BTC"],
    [0x83, "0.0001 BTC", "0.000195 BTC"],
    [0x02, null, "0.000295 BTC"],
    [0x82, null, "0.000295 BTC"],
    [0x04, null, "0.000295 BTC"],
  ])("shows what a signature of type %i secures", async (type, back, open) => {
    const { fields } = await review(
      [
        [mine, 10_000n, type],
        [his, 20_000n],
      ],
      [
        [mine, 10_000n],
        [mine, 19_500n],
      ],
    )
    expect(fields.filter((field) => /^(Back|Not)/.test(field))).toEqual([
      ...(back === null ? [] : [`Back to you: ${back}`]),
      ...(open === null ? [] : [`Not secured: ${open}`]),
    ])
  })

  it("warns OpenEnded for the coin of a named address in an offer", async () => {
    const { dangers } = await review(
      [
        [mine, 10_000n, 0x83],
        [known, 600n, 0x82],
      ],
      [[mine, 20_001n]],
    )
    expect(dangers).toEqual(["OpenEnded"])
  })
})
