import type { Approval, ApprovalRequest, DevNetwork } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { double, etherReview, payee, payer } from "../testing/payments.ts"
import { type Agreed, makeReviewed } from "./Reviewed.ts"

const network: DevNetwork = { chainId: 1, name: "Ethereum", rpcUrls: [] }
type Sending = Extract<ApprovalRequest, { readonly _tag: "SendTransaction" | "SignTransaction" }>

const asked = (change: Partial<Sending> = {}): ApprovalRequest => ({
  _tag: "SendTransaction",
  origin: "wmodal in this terminal",
  network,
  account: payer,
  to: payee,
  value: String(10n ** 18n / 2n),
  data: "0x",
  maxFee: String(63n * 10n ** 12n),
  ...change,
})

const answers = (review: Agreed | null, requests: readonly ApprovalRequest[]) => {
  const anew: ApprovalRequest[] = []
  const reviewed = makeReviewed((request) => {
    anew.push(request)
    return Effect.succeed<Approval>("decline")
  })
  if (review !== null) reviewed.say(review)
  const given = requests.map((request) => Effect.runSync(reviewed.approve(request)))
  return { given, anew: anew.length, taken: reviewed.taken() }
}

describe("one yes for the review and the wallet", () => {
  it("is taken for what was reviewed, to be sent or signed", () => {
    expect(answers(etherReview(), [asked()])).toEqual({ given: ["approve"], anew: 0, taken: true })
    expect(answers(etherReview(), [asked({ _tag: "SignTransaction" })]).given).toEqual(["approve"])
    expect(answers(etherReview(), [asked({ maxFee: "1" })]).given).toEqual(["approve"])
  })

  it("is taken once", () => {
    expect(answers(etherReview(), [asked(), asked()])).toMatchObject({
      given: ["approve", "decline"],
      anew: 1,
    })
  })

  it("stands for nothing before it was given", () => {
    expect(answers(null, [asked()])).toEqual({ given: ["decline"], anew: 1, taken: false })
  })

  it.each<readonly [string, Partial<Sending>]>([
    ["another recipient", { to: double }],
    ["a new contract", { to: null }],
    ["more money", { value: String(10n ** 18n) }],
    ["other bytes", { data: "0xa9059cbb" }],
    ["a higher fee", { maxFee: String(63n * 10n ** 12n + 1n) }],
    ["another account", { account: payee }],
    ["another network", { network: { ...network, chainId: 137 } }],
  ])("is not taken for %s, which is asked anew", (_what, change) => {
    expect(answers(etherReview(), [asked(change)])).toEqual({ given: ["decline"], anew: 1, taken: false })
    // Whatever came between, the yes is spent.
    expect(answers(etherReview(), [asked(change), asked()]).given).toEqual(["decline", "decline"])
  })
})

describe("one yes for several calls as one", () => {
  const calls = [
    { to: payee, value: 0n, data: "0x095ea7b3" },
    { to: double, value: 5n, data: "0xDEADBEEF" },
  ]
  const agreed: Agreed = { account: etherReview().account, network: etherReview().network, calls, most: 7n }
  const batch = (
    change: Partial<Extract<ApprovalRequest, { readonly _tag: "SendCalls" }>> = {},
  ): ApprovalRequest => ({
    _tag: "SendCalls",
    origin: "wmodal in this terminal",
    network,
    account: payer,
    calls: [
      { to: payee, value: "0", data: "0x095ea7b3" },
      { to: double, value: "5", data: "0xdeadbeef" },
    ],
    upgrade: null,
    maxFee: "7",
    ...change,
  })

  it("is taken for these calls in this order", () => {
    expect(answers(agreed, [batch()])).toEqual({ given: ["approve"], anew: 0, taken: true })
  })

  it.each<readonly [string, Parameters<typeof batch>[0]]>([
    ["fewer", { calls: [{ to: payee, value: "0", data: "0x095ea7b3" }] }],
    [
      "the other order",
      {
        calls: [
          { to: double, value: "5", data: "0xdeadbeef" },
          { to: payee, value: "0", data: "0x095ea7b3" },
        ],
      },
    ],
    ["a higher fee", { maxFee: "8" }],
    ["code that the account would run", { upgrade: double }],
    ["another account", { account: payee }],
  ])("is not taken for %s", (_what, change) => {
    expect(answers(agreed, [batch(change)])).toEqual({ given: ["decline"], anew: 1, taken: false })
  })

  it("is taken for no transaction, and the other way round", () => {
    expect(answers(agreed, [asked()]).given).toEqual(["decline"])
    expect(answers(etherReview(), [batch()]).given).toEqual(["decline"])
  })
})

describe("one yes for typed data", () => {
  const agreed: Agreed = {
    account: etherReview().account,
    network: etherReview().network,
    typedData: `{ "message": { "amount": "1", "to": "a" } }`,
  }
  const signing = (typedData: string): ApprovalRequest => ({
    _tag: "SignTypedData",
    origin: "wmodal in this terminal",
    network,
    account: payer,
    typedData,
  })

  it("is taken for the same data, however it is written, and for no other", () => {
    expect(answers(agreed, [signing(`{"message":{"to":"a","amount":"1"}}`)]).given).toEqual(["approve"])
    expect(answers(agreed, [signing(`{"message":{"to":"a","amount":"2"}}`)]).given).toEqual(["decline"])
    expect(answers(agreed, [asked()]).given).toEqual(["decline"])
  })
})

describe("one yes on other chains", () => {
  const at = (account: string, transaction: Readonly<Record<string, string>>): Agreed => ({
    ...etherReview({ transaction }),
    account: `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${account}`,
  })
  const address = "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96"
  const currency = { symbol: "SOL", decimals: 9 }
  type Solana = Extract<ApprovalRequest, { readonly _tag: "SendSolana" | "SignSolana" }>
  const one = { transaction: "AQID", steps: [], feePayer: address, maxFee: "5000", isDurable: false }
  const signSolana = (change: Partial<Solana> = {}): ApprovalRequest => ({
    _tag: "SignSolana",
    origin: "wmodal in this terminal",
    network: { chain: "solana:mainnet", name: "Solana", currency },
    address,
    transactions: [one],
    ...change,
  })

  it("is taken for exactly the bytes that were reviewed", () => {
    const agreed = at(address, { transaction: "AQID", lastValidBlockHeight: "9" })
    expect(answers(agreed, [signSolana()])).toEqual({ given: ["approve"], anew: 0, taken: true })
    for (const other of [
      signSolana({ transactions: [{ ...one, transaction: "AQIE" }] }),
      signSolana({ transactions: [one, one] }),
      signSolana({ address: address.toLowerCase() }),
      signSolana({ network: { chain: "bitcoin:mainnet", name: "Bitcoin", currency } }),
    ])
      expect(answers(agreed, [other]).given).toEqual(["decline"])
  })

  it("is taken for exactly the coins and outputs that were reviewed, signed as a whole", () => {
    const psbt = Buffer.from("70736274ff010003aabbcc00", "hex").toString("base64")
    const agreed = at("bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te", { psbt })
    type Bitcoin = Extract<ApprovalRequest, { readonly _tag: "SendBitcoin" | "SignBitcoin" }>
    const signBitcoin = (change: Partial<Bitcoin> = {}): ApprovalRequest => ({
      _tag: "SignBitcoin",
      origin: "wmodal in this terminal",
      network: { chain: "bitcoin:mainnet", name: "Bitcoin", currency: { symbol: "BTC", decimals: 8 } },
      transaction: "0xaabbcc",
      inputs: [{ address: null, amount: "1", sighash: "ALL" }],
      outputs: [],
      fee: "100",
      ...change,
    })
    expect(answers(agreed, [signBitcoin()])).toEqual({ given: ["approve"], anew: 0, taken: true })
    for (const sighash of ["NONE", "SINGLE|ANYONECANPAY", null] as const) {
      const open = signBitcoin({ inputs: [{ address: null, amount: "1", sighash }] })
      expect(answers(agreed, [open]).given).toEqual(["decline"])
    }
    expect(answers(agreed, [signBitcoin({ transaction: "0xaabbcd" })]).given).toEqual(["decline"])
    expect(answers(at("bc1q", { psbt: "" }), [signBitcoin()]).given).toEqual(["decline"])
  })
})
