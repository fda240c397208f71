import type { Approval, ApprovalRequest, DevNetwork } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { lookAlikeAddress, makeEtherReview, payee, payer } from "../testing/payments.ts"
import { type ApprovedAction, makeApprovalGrant } from "./ApprovalGrant.ts"

const network: DevNetwork = { chainId: 1, name: "Ethereum", rpcUrls: [] }
type TransactionRequest = Extract<ApprovalRequest, { readonly _tag: "SendTransaction" | "SignTransaction" }>

const makeRequest = (change: Partial<TransactionRequest> = {}): ApprovalRequest => ({
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

const getAnswers = (review: ApprovedAction | null, requests: readonly ApprovalRequest[]) => {
  const anew: ApprovalRequest[] = []
  const reviewed = makeApprovalGrant((request) => {
    anew.push(request)
    return Effect.succeed<Approval>("decline")
  })
  if (review !== null) reviewed.grant(review)
  const given = requests.map((request) => Effect.runSync(reviewed.approve(request)))
  return { given, anew: anew.length, taken: reviewed.isConsumed() }
}

describe("makeApprovalGrant, for a reviewed transaction", () => {
  it("approves the reviewed transaction when the wallet sends or signs it", () => {
    expect(getAnswers(makeEtherReview(), [makeRequest()])).toEqual({
      given: ["approve"],
      anew: 0,
      taken: true,
    })
    expect(getAnswers(makeEtherReview(), [makeRequest({ _tag: "SignTransaction" })]).given).toEqual([
      "approve",
    ])
    expect(getAnswers(makeEtherReview(), [makeRequest({ maxFee: "1" })]).given).toEqual(["approve"])
  })

  it("approves only the first of two equal requests", () => {
    expect(getAnswers(makeEtherReview(), [makeRequest(), makeRequest()])).toMatchObject({
      given: ["approve", "decline"],
      anew: 1,
    })
  })

  it("prompts again when nothing was granted", () => {
    expect(getAnswers(null, [makeRequest()])).toEqual({ given: ["decline"], anew: 1, taken: false })
  })

  it.each<readonly [string, Partial<TransactionRequest>]>([
    ["another recipient", { to: lookAlikeAddress }],
    ["a new contract", { to: null }],
    ["more money", { value: String(10n ** 18n) }],
    ["other bytes", { data: "0xa9059cbb" }],
    ["a higher fee", { maxFee: String(63n * 10n ** 12n + 1n) }],
    ["another account", { account: payee }],
    ["another network", { network: { ...network, chainId: 137 } }],
  ])("prompts again for %s", (_what, change) => {
    expect(getAnswers(makeEtherReview(), [makeRequest(change)])).toEqual({
      given: ["decline"],
      anew: 1,
      taken: false,
    })
    // A mismatching request consumes the grant.
    expect(getAnswers(makeEtherReview(), [makeRequest(change), makeRequest()]).given).toEqual([
      "decline",
      "decline",
    ])
  })
})

describe("makeApprovalGrant, for a batch of calls", () => {
  const calls = [
    { to: payee, value: 0n, data: "0x095ea7b3" },
    { to: lookAlikeAddress, value: 5n, data: "0xDEADBEEF" },
  ]
  const agreed: ApprovedAction = {
    account: makeEtherReview().account,
    network: makeEtherReview().network,
    calls,
    most: 7n,
  }
  const batch = (
    change: Partial<Extract<ApprovalRequest, { readonly _tag: "SendCalls" }>> = {},
  ): ApprovalRequest => ({
    _tag: "SendCalls",
    origin: "wmodal in this terminal",
    network,
    account: payer,
    calls: [
      { to: payee, value: "0", data: "0x095ea7b3" },
      { to: lookAlikeAddress, value: "5", data: "0xdeadbeef" },
    ],
    upgrade: null,
    maxFee: "7",
    ...change,
  })

  it("approves the same calls in the same order", () => {
    expect(getAnswers(agreed, [batch()])).toEqual({ given: ["approve"], anew: 0, taken: true })
  })

  it.each<readonly [string, Parameters<typeof batch>[0]]>([
    ["fewer calls", { calls: [{ to: payee, value: "0", data: "0x095ea7b3" }] }],
    [
      "another order of calls",
      {
        calls: [
          { to: lookAlikeAddress, value: "5", data: "0xdeadbeef" },
          { to: payee, value: "0", data: "0x095ea7b3" },
        ],
      },
    ],
    ["a higher fee", { maxFee: "8" }],
    ["code that the account would run", { upgrade: lookAlikeAddress }],
    ["another account", { account: payee }],
  ])("prompts again for %s", (_what, change) => {
    expect(getAnswers(agreed, [batch(change)])).toEqual({ given: ["decline"], anew: 1, taken: false })
  })

  it("declines a transaction for a granted batch, and a batch for a granted transaction", () => {
    expect(getAnswers(agreed, [makeRequest()]).given).toEqual(["decline"])
    expect(getAnswers(makeEtherReview(), [batch()]).given).toEqual(["decline"])
  })
})

describe("makeApprovalGrant, for typed data", () => {
  const agreed: ApprovedAction = {
    account: makeEtherReview().account,
    network: makeEtherReview().network,
    typedData: `{ "message": { "amount": "1", "to": "a" } }`,
  }
  const signing = (typedData: string): ApprovalRequest => ({
    _tag: "SignTypedData",
    origin: "wmodal in this terminal",
    network,
    account: payer,
    typedData,
  })

  it("approves equal JSON in any key order and declines other data", () => {
    expect(getAnswers(agreed, [signing(`{"message":{"to":"a","amount":"1"}}`)]).given).toEqual(["approve"])
    expect(getAnswers(agreed, [signing(`{"message":{"to":"a","amount":"2"}}`)]).given).toEqual(["decline"])
    expect(getAnswers(agreed, [makeRequest()]).given).toEqual(["decline"])
  })
})

describe("makeApprovalGrant, on Solana and Bitcoin", () => {
  const at = (account: string, transaction: Readonly<Record<string, string>>): ApprovedAction => ({
    ...makeEtherReview({ transaction }),
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

  it("approves only the reviewed transaction bytes, account and network on Solana", () => {
    const agreed = at(address, { transaction: "AQID", lastValidBlockHeight: "9" })
    expect(getAnswers(agreed, [signSolana()])).toEqual({ given: ["approve"], anew: 0, taken: true })
    for (const other of [
      signSolana({ transactions: [{ ...one, transaction: "AQIE" }] }),
      signSolana({ transactions: [one, one] }),
      signSolana({ address: address.toLowerCase() }),
      signSolana({ network: { chain: "bitcoin:mainnet", name: "Bitcoin", currency } }),
    ])
      expect(getAnswers(agreed, [other]).given).toEqual(["decline"])
  })

  it("approves only the reviewed Bitcoin transaction, signed with SIGHASH_ALL", () => {
    const psbt = Buffer.from("70736274ff010003aabbcc00", "hex").toString("base64")
    const agreed = at("bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te", { psbt })
    type Bitcoin = Extract<ApprovalRequest, { readonly _tag: "SendBitcoin" | "SignBitcoin" }>
    const signBitcoin = (change: Partial<Bitcoin> = {}): ApprovalRequest => ({
      _tag: "SignBitcoin",
      origin: "wmodal in this terminal",
      network: { chain: "bitcoin:mainnet", name: "Bitcoin", currency: { symbol: "BTC", decimals: 8 } },
      transaction: "0xaabbcc",
      psbt: "",
      inputs: [{ address: null, amount: "1", sighash: "ALL" }],
      outputs: [],
      fee: "100",
      ...change,
    })
    expect(getAnswers(agreed, [signBitcoin()])).toEqual({ given: ["approve"], anew: 0, taken: true })
    for (const sighash of ["NONE", "SINGLE|ANYONECANPAY", null] as const) {
      const open = signBitcoin({ inputs: [{ address: null, amount: "1", sighash }] })
      expect(getAnswers(agreed, [open]).given).toEqual(["decline"])
    }
    expect(getAnswers(agreed, [signBitcoin({ transaction: "0xaabbcd" })]).given).toEqual(["decline"])
    expect(getAnswers(at("bc1q", { psbt: "" }), [signBitcoin()]).given).toEqual(["decline"])
  })
})
