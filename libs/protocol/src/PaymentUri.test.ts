import { describe, expect, it } from "vitest"
import { parsePaymentRecipient } from "./PaymentUri.ts"

const evm = "0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb"
const segwit = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
const solana = "7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv"

describe("parsePaymentRecipient", () => {
  it.each([
    [`ethereum:${evm}`, { namespace: "eip155", network: null, target: evm }],
    [`ethereum:${evm}@10`, { namespace: "eip155", network: "eip155:10", target: evm }],
    [`bitcoin:${segwit}?amount=0.5`, { namespace: "bip122", network: null, target: segwit }],
    [`solana:${solana}?amount=1`, { namespace: "solana", network: null, target: solana }],
  ])("returns the recipient of %j", (text, recipient) => {
    expect(parsePaymentRecipient(text)).toEqual(recipient)
  })

  it.each([
    `ethereum:${evm}/transfer?address=${evm}&uint256=1`,
    `bitcoin:${segwit}?req-new=1`,
    "solana:https%3A%2F%2Fshop.example%2Fpay",
  ])("returns null for %j, which names no recipient", (text) => {
    expect(parsePaymentRecipient(text)).toBe(null)
  })

  it.each([evm, `eip155:1:${evm}`, `solana:mainnet:${solana}`, "alice.eth", ""])(
    "returns undefined for %j, which is no payment link",
    (text) => {
      expect(parsePaymentRecipient(text)).toBe(undefined)
    },
  )
})
