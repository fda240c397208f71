import { createHash } from "node:crypto"
import { bitcoin as network } from "@wmodal/protocol/networks"
import { Psbt as OtherPsbt } from "bitcoinjs-lib"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { WalletRequest } from "../contract/Explanation.ts"
import { makeEsploraNode } from "../testing/esploraNode.ts"
import { explainRequest } from "./explainRequest.ts"
import { decodePsbt, encodePsbt } from "./Psbt.ts"
import { parseAddressScript } from "./Script.ts"

const vera = "bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te"
const ordinals = "bc1pfzhx49qe6s5exppe5hqljg3n6587xk0w75xqr70pgdt7ygnfkssqxqjd9l"
const milo = "bc1qt3az9lwpqfvr466mezsewuzdc4d379ldv83d4c"
const parent = "ab".repeat(32)
const [mine, his, inscribed] = [vera, milo, ordinals].map(
  (text) => parseAddressScript(text) ?? new Uint8Array(),
)
if (mine === undefined || his === undefined || inscribed === undefined) throw new Error("no addresses")

const outpoint = (index: number, hash = parent) => `${hash}:${index}`
const paying = (
  inputs: readonly (readonly [outpoint: string, script: Uint8Array, value: bigint])[],
  outputs: readonly (readonly [script: Uint8Array, value: bigint])[],
) =>
  encodePsbt({
    inputs: inputs.map(([spent, script, value]) => ({ outpoint: spent, coin: { script, value } })),
    outputs: outputs.map(([script, value]) => ({ script, value })),
    lockTime: 0,
  })

const confirmed = { confirmed: true, block_height: 1, block_time: 1 }
const coins = [
  { txid: parent, vout: 0, value: 100_000, status: confirmed },
  { txid: parent, vout: 1, value: 50_000, status: confirmed },
]
const paths = {
  [`/address/${vera}`]: {
    chain_stats: { funded_txo_sum: 250_000, spent_txo_sum: 100_000, tx_count: 3 },
    mempool_stats: { funded_txo_sum: 0, spent_txo_sum: 0, tx_count: 0 },
  },
  [`/address/${vera}/utxo`]: coins,
}
const node = makeEsploraNode(paths)

const explaining = (request: WalletRequest, rpc = node.rpc, own: readonly string[] = []) =>
  Effect.runPromise(
    explainRequest({
      network,
      rpc,
      from: vera,
      own,
      request,
      tokens: [],
      nameOf: (address) => (address === ordinals ? "\u{1F468}\u200D\u{1F3A4}\u202e.btc" : null),
    }),
  )
const sent = (psbt: string | null) => explaining({ _tag: "Transaction", transaction: { psbt } })

const simple = paying(
  [[outpoint(0), mine, 100_000n]],
  [
    [his, 60_000n],
    [mine, 39_000n],
  ],
)

describe("explanation of a PSBT", () => {
  it("lists recipient, change and fee", async () => {
    const { calls, dangers, trial } = await sent(simple)
    const [explained] = calls
    expect(explained).toMatchObject({
      intent: "Send",
      interpolatedIntent: `Send 0.0006 BTC to ${milo}`,
      value: 60_000n,
      digest: `0x${decodePsbt(simple)?.txid}`,
    })
    expect(explained?.fields.map(({ label, text }) => `${label}: ${text}`)).toEqual([
      "Send: 0.0006 BTC",
      `To: ${milo}`,
      "You spend: 0.001 BTC",
      "Back to you: 0.00039 BTC",
      "Fee: 0.00001 BTC",
      "Fee rate: 7.1 sat/vB",
    ])
    expect(dangers).toEqual([])
    expect(trial).toEqual({
      _tag: "Simulated",
      changes: [{ token: null, before: 150_000n, after: 90_000n }],
    })
  })

  it("shows the name of a known address, with what joins its emoji", async () => {
    const { calls } = await sent(paying([[outpoint(0), mine, 100_000n]], [[inscribed, 99_000n]]))
    expect(calls[0].fields[1]?.value).toEqual({
      _tag: "Address",
      address: ordinals,
      name: "\u{1F468}\u200D\u{1F3A4}.btc",
    })
  })

  it("shows inputs of others and data outputs", async () => {
    const data = Uint8Array.from([0x6a, 2, 0xca, 0xfe])
    const trade = paying(
      [
        [outpoint(0), mine, 100_000n],
        [outpoint(7), his, 20_000n],
      ],
      [
        [mine, 117_000n],
        [data, 0n],
      ],
    )
    const { calls, dangers, trial } = await sent(trade)
    expect(calls[0]).toMatchObject({ intent: "Exchange coins", interpolatedIntent: null })
    expect(calls[0].fields.map(({ label, text }) => `${label}: ${text}`)).toEqual([
      "Send: 0 BTC",
      "Data: 6a02cafe",
      "You spend: 0.001 BTC",
      "Back to you: 0.00117 BTC",
      "Also spent: 0.0002 BTC",
      `From: ${milo}`,
      "Fee: 0.00003 BTC",
      expect.stringMatching(/^Fee rate: /),
    ])
    expect(dangers).toEqual([])
    expect(trial).toEqual({
      _tag: "Simulated",
      changes: [{ token: null, before: 150_000n, after: 167_000n }],
    })
  })

  it("recognizes UTXOs of the wallet's other addresses and checks that they exist", async () => {
    const kept = "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr"
    const script = parseAddressScript(kept) ?? new Uint8Array()
    const empty = { funded_txo_sum: 0, spent_txo_sum: 0, tx_count: 0 }
    const { rpc } = makeEsploraNode({
      ...paths,
      [`/address/${kept}`]: {
        chain_stats: { ...empty, funded_txo_sum: 10_000, tx_count: 1 },
        mempool_stats: empty,
      },
      [`/address/${kept}/utxo`]: [{ txid: parent, vout: 9, value: 10_000, status: confirmed }],
    })
    const selling = (value: bigint) => paying([[outpoint(9), script, value]], [[his, value - 1_000n]])
    const asked = (psbt: string) =>
      explaining({ _tag: "Transaction", transaction: { psbt } }, rpc, [vera, kept])
    const { calls, dangers, trial } = await asked(selling(10_000n))
    expect(calls[0].intent).toBe("Send")
    expect(calls[0].fields.map(({ label, text }) => `${label}: ${text}`)).toEqual([
      "Send: 0.00009 BTC",
      `To: ${milo}`,
      "Leaves you: What the coin of 0.0001 BTC carries: an inscription, or runes",
      "You spend: 0.0001 BTC",
      `From: ${kept}`,
      "Fee: 0.00001 BTC",
      expect.stringMatching(/^Fee rate: /),
    ])
    expect(dangers).toEqual([{ _tag: "Giveaway" }])
    expect(trial).toEqual({
      _tag: "Simulated",
      changes: [{ token: null, before: 160_000n, after: 151_000n }],
    })
    const later = [simple, selling(10_000n)].map((psbt) => ({ psbt }))
    const transactions = [later[0] ?? {}, ...later.slice(1)] as const
    const both = await explaining({ _tag: "Transactions", transactions }, rpc, [vera, kept])
    expect(both.dangers).toEqual([{ _tag: "Giveaway" }])
    expect((await asked(selling(10_001n))).dangers).toEqual([{ _tag: "Fails", text: expect.any(String) }])

    const open = OtherPsbt.fromBase64(selling(10_000n))
    open.updateInput(0, { sighashType: 0x83 })
    expect((await asked(open.toBase64())).dangers).toEqual([{ _tag: "Giveaway" }, { _tag: "OpenEnded" }])
  })

  it("simulates several PSBTs in sequence with the outputs of earlier ones", async () => {
    const first = decodePsbt(simple)?.txid ?? ""
    const second = paying([[outpoint(1, first), mine, 60_000n]], [[his, 59_000n]])
    const change = paying([[outpoint(0, first), mine, 39_000n]], [[his, 38_000n]])
    const asked = (psbt: string) =>
      explaining({ _tag: "Transactions", transactions: [{ psbt: simple }, { psbt }] })
    expect(await asked(change)).toMatchObject({
      calls: [{ intent: "Send" }, { intent: "Send" }],
      dangers: [],
      trial: { _tag: "Simulated", changes: [{ before: 150_000n, after: 52_000n }] },
    })
    for (const psbt of [second, simple])
      expect(await asked(psbt)).toMatchObject({
        dangers: [{ _tag: "Fails" }],
        trial: { _tag: "Reverts", at: 1 },
      })
  })
})

describe("warnings of a PSBT", () => {
  it("warns HighFee when the fee exceeds a tenth of the payment and 10,000 satoshis", async () => {
    const feesOf = async (value: bigint, fee: bigint) => {
      const psbt = paying(
        [[outpoint(0), mine, 10_000_000n]],
        [
          [his, value],
          [mine, 10_000_000n - value - fee],
        ],
      )
      return (await sent(psbt)).dangers.filter(({ _tag }) => _tag === "HighFee")
    }
    expect(await feesOf(1_000n, 10_000n)).toEqual([])
    expect(await feesOf(1_000n, 10_001n)).toEqual([{ _tag: "HighFee", fee: 10_001n }])
    expect(await feesOf(1_000_000n, 100_000n)).toEqual([])
    expect(await feesOf(1_000_000n, 100_001n)).toEqual([{ _tag: "HighFee", fee: 100_001n }])
    const moved = paying([[outpoint(0), mine, 10_000_000n]], [[mine, 9_500_000n]])
    expect((await sent(moved)).dangers).not.toContainEqual(expect.objectContaining({ _tag: "HighFee" }))
  })

  it("warns HighFee when no node says what is usual and the fee is over 0.01 BTC", async () => {
    const feesOf = async (fee: bigint) => {
      const psbt = paying([[outpoint(0), mine, 100_000_000n]], [[mine, 100_000_000n - fee]])
      return (await sent(psbt)).dangers.filter(({ _tag }) => _tag === "HighFee")
    }
    expect(await feesOf(1_000_000n)).toEqual([])
    expect(await feesOf(1_000_001n)).toEqual([{ _tag: "HighFee", fee: 1_000_001n }])
  })

  it("warns HighFee when the fee is more than ten times the node's usual one", async () => {
    const { rpc } = makeEsploraNode({
      ...paths,
      "/v1/fees/recommended": { halfHourFee: 10, minimumFee: 1 },
    })
    const feesOf = async (fee: bigint) => {
      const psbt = paying([[outpoint(0), mine, 10_000_000n]], [[mine, 10_000_000n - fee]])
      const asked = await explaining({ _tag: "Transaction", transaction: { psbt } }, rpc)
      return asked.dangers.filter(({ _tag }) => _tag === "HighFee")
    }
    // 110 virtual bytes.
    expect(await feesOf(11_000n)).toEqual([])
    expect(await feesOf(11_001n)).toEqual([{ _tag: "HighFee", fee: 11_001n }])
  })

  it.each([0x02, 0x03, 0x81, 0x82, 0x83])("warns OpenEnded for sighash type %i", async (type) => {
    const open = OtherPsbt.fromBase64(simple)
    open.updateInput(0, { sighashType: type })
    expect((await sent(open.toBase64())).dangers).toEqual([{ _tag: "OpenEnded" }])
  })

  it.each([0x02, 0x81, 0x82])(
    "warns OpenEnded for sighash type %i though an own output pays",
    async (type) => {
      const open = OtherPsbt.fromBase64(paying([[outpoint(0), mine, 100_000n]], [[mine, 500_000n]]))
      open.updateInput(0, { sighashType: type })
      expect((await sent(open.toBase64())).dangers).toContainEqual({ _tag: "OpenEnded" })
    },
  )

  it("warns OpenEnded for own inputs only", async () => {
    const dangersWith = async (script: Uint8Array) => {
      const psbt = OtherPsbt.fromBase64(
        paying(
          [
            [outpoint(0), mine, 100_000n],
            [outpoint(8), script, 600n],
          ],
          [[his, 99_000n]],
        ),
      )
      psbt.updateInput(1, { sighashType: 0x83 })
      return (await sent(psbt.toBase64())).dangers
    }
    expect(await dangersWith(inscribed)).toEqual([{ _tag: "OpenEnded" }])
    expect(await dangersWith(his)).toEqual([])
    const whole = OtherPsbt.fromBase64(simple)
    whole.updateInput(0, { sighashType: 1 })
    expect((await sent(whole.toBase64())).dangers).toEqual([])
  })

  it("warns Fails when a UTXO is missing or its value is wrong", async () => {
    for (const [spent, value] of [
      [outpoint(5), 100_000n],
      [outpoint(0), 100_001n],
    ] as const) {
      const psbt = paying([[spent, mine, value]], [[his, 99_000n]])
      expect(await sent(psbt)).toMatchObject({
        dangers: [{ _tag: "Fails" }],
        trial: { _tag: "Reverts", at: 0 },
      })
    }
    const more = paying([[outpoint(0), mine, 100_000n]], [[his, 100_001n]])
    expect(await sent(more)).toMatchObject({ dangers: [{ _tag: "Blind" }, { _tag: "Fails" }] })
  })

  it("warns Blind for invalid PSBTs, missing amounts and scripts without an address", async () => {
    for (const psbt of [null, "", "no", `${simple.slice(0, -4)}`]) {
      const explained = await sent(psbt)
      expect(explained).toMatchObject({
        dangers: [{ _tag: "Blind" }, { _tag: "Untried" }],
        trial: { _tag: "Unavailable" },
      })
    }
    const hidden = new OtherPsbt()
    hidden.addInput({ hash: parent, index: 0 })
    hidden.addOutput({ script: his, value: 1_000n })
    expect((await sent(hidden.toBase64())).dangers).toContainEqual({ _tag: "Blind" })
    // The last is of taproot, and its key is not a point.
    for (const odd of [
      [0x51],
      [0x52, 2, 1, 2],
      [0x53, 32, ...new Uint8Array(32)],
      [0x51, 32, ...new Uint8Array(32).fill(0xff)],
    ]) {
      const psbt = paying([[outpoint(0), mine, 100_000n]], [[Uint8Array.from(odd), 99_000n]])
      expect((await sent(psbt)).dangers).toEqual([{ _tag: "Blind" }])
    }
  })

  it("warns Untried when no node responds", async () => {
    const { rpc } = makeEsploraNode({})
    const explained = await explaining({ _tag: "Transaction", transaction: { psbt: simple } }, rpc)
    expect(explained).toMatchObject({ dangers: [{ _tag: "Untried" }], trial: { _tag: "Unavailable" } })
    expect(explained.calls[0].intent).toBe("Send")
  })
})

describe("explanation of a Bitcoin message", () => {
  it("shows the text and the digest that is signed", async () => {
    // Source: BIP-137: the prefix with its length, the message with its length.
    const signed = `\u0018Bitcoin Signed Message:\n\u0005hello`
    const once = createHash("sha256").update(signed).digest()
    const digest = createHash("sha256").update(once).digest("hex")
    const { calls, dangers, trial } = await explaining({ _tag: "Message", message: "hello" })
    expect(calls).toMatchObject([{ intent: "Sign message", fields: [{ label: "Message", text: "hello" }] }])
    expect(calls[0].digest).toBe(`0x${digest}`)
    expect([dangers, trial]).toEqual([[], null])
  })

  it.each([
    ["a digest", "ab".repeat(32)],
    ["a digest as other chains write it", `0x${"ab".repeat(32)}`],
    ["bytes", "ab".repeat(100)],
    ["as long as a digest", "x".repeat(32)],
    ["with invisible characters", "pay\u0000me"],
    ["longer than anybody reads", "x".repeat(10_001)],
  ])("warns Blind for a message that is %s", async (_, message) => {
    expect((await explaining({ _tag: "Message", message })).dangers).toContainEqual({ _tag: "Blind" })
  })

  it("warns Blind for requests of other chains and unknown methods", async () => {
    const requests: readonly WalletRequest[] = [
      { _tag: "TypedData", typedData: "{}" },
      { _tag: "Other", method: "signAll", params: "[]" },
      { _tag: "Calls", calls: [{ to: milo, value: 1n, data: "0x" }] },
    ]
    for (const request of requests) expect((await explaining(request)).dangers[0]).toEqual({ _tag: "Blind" })
  })
})
