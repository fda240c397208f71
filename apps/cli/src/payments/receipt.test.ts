import type { LedgerEntry } from "@wmodal/core/flows"
import { mainnet } from "@wmodal/protocol/networks"
import { describe, expect, it } from "vitest"
import { makeEntry, makeEtherReview, makeLinkedReview, makeTokenReview, payee } from "../testing/payments.ts"
import { getStateTitle, toEntryDocument, toReceiptDocument, toReceiptFields } from "./receipt.ts"

const ether = makeEtherReview().holding.token
const usdc = makeTokenReview().holding.token

const makeSubjectEntry = (
  subject: LedgerEntry["subject"],
  state: LedgerEntry["state"] = { _tag: "Lost" },
) => ({
  ...makeEntry(makeEtherReview(), state),
  subject,
})

const formatSubject = (entry: LedgerEntry) =>
  toReceiptFields(entry, mainnet)
    .map(({ label, text }) => `${label}: ${text}`)
    .join("\n")

const inGroups = "0x 7099 7970 C518 12dc 3A01 0C7d 01b5 0e0d 17dc 79C8"

describe("describeSubject and toEntryDocument", () => {
  it("shows the spender and the full allowance of an approval", () => {
    const entry = makeSubjectEntry({ _tag: "Approval", token: usdc, amount: 25_000_001n, spender: payee })
    expect(formatSubject(entry)).toContain(`At most: 25.000001 mUSDC\nSpender: ${inGroups}\n`)
    expect(toEntryDocument(entry, mainnet)).toMatchObject({
      status: "lost",
      allowance: { value: 25_000_001n, amount: "25.000001", token: usdc.address },
      spender: payee,
    })
  })

  it("repeats the memo and the references of a payment, and none where it had none", () => {
    const review = makeLinkedReview({ memo: "order 1042", references: [payee] })
    const entry = makeEntry(review, { _tag: "Lost" })
    expect(formatSubject(entry)).toContain(`Memo: order 1042\nReference: ${inGroups}\n`)
    expect(toEntryDocument(entry, mainnet)).toMatchObject({ memo: "order 1042", references: [payee] })
    expect(toReceiptDocument(review, entry)).toMatchObject({
      link: { memo: "order 1042", references: [payee] },
      memo: "order 1042",
    })
    const plain = makeEntry(makeEtherReview(), { _tag: "Lost" })
    expect(formatSubject(plain)).not.toMatch(/Memo|Reference/)
    expect(toEntryDocument(plain, mainnet)).not.toHaveProperty("memo")
    expect(toReceiptDocument(makeEtherReview(), plain)).not.toHaveProperty("link")
  })

  it("shows the amount, the minimum and the router of a swap", () => {
    const swap = {
      _tag: "Swap",
      source: ether,
      destination: usdc,
      amount: 5n * 10n ** 17n,
      minimum: 1_226_916_900n,
      router: payee,
    } as const
    const entry = makeSubjectEntry(swap, { _tag: "Taken", batch: "0x01" })
    expect(formatSubject(entry)).toContain(
      `You pay: 0.5 ETH\nYou receive: at least 1226.9169 mUSDC\nRouter: ${inGroups}\n`,
    )
    expect(getStateTitle(entry)).toBe("Accepted by the wallet")
    expect(toEntryDocument(entry, mainnet)).toMatchObject({
      status: "taken",
      hash: null,
      from: { amount: "0.5", symbol: "ETH" },
      minimum: { amount: "1226.9169", symbol: "mUSDC" },
      router: payee,
    })
  })

  it("shows the intent of a call, or that it is unknown, and its digest", () => {
    const digest = `0x${"d1".repeat(32)}`
    const vote = { _tag: "Call", intent: "Vote", contract: payee, digest } as const
    const named = makeSubjectEntry(vote)
    expect(formatSubject(named)).toContain(`Purpose: Vote\nContract: ${inGroups}\nDigest: ${digest}\n`)
    expect(toEntryDocument(named, mainnet)).toMatchObject({ intent: "Vote", contract: payee, digest })
    const payment = { token: ether, amount: 10n ** 18n }
    const paying = makeSubjectEntry({ ...vote, intent: "Send", payment, isPlain: true })
    expect(formatSubject(paying)).toContain(`Purpose: Send\nAmount: 1 ETH\nTo: ${inGroups}\n`)
    expect(toEntryDocument(paying, mainnet)).toMatchObject({
      contract: payee,
      payment: { amount: "1", symbol: "ETH", value: 10n ** 18n },
    })
    const unknown = makeSubjectEntry({ _tag: "Call", intent: null, contract: null, digest })
    expect(formatSubject(unknown)).toContain(`Purpose: Unknown call\nDigest: ${digest}\n`)
  })
})
