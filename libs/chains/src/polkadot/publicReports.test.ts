import { polkadot } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { makeScriptedRpc } from "../testing/scriptedRpc.ts"
import { explainRequest } from "./explainRequest.ts"

const alice = "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5"
const bobKey = "8eaf04151687736326c9fea17e25fc5287613693c912909cb226aa4794f26a48"
const base = {
  address: alice,
  blockHash: `0x${"ab".repeat(32)}`,
  blockNumber: "0x01786b29",
  era: "0xd501",
  genesisHash: "0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3",
  method: `0x050300${bobKey}0700d6117e03`,
  nonce: "0x0000001b",
  signedExtensions: ["AuthorizeCall", "CheckMortality", "CheckNonce", "ChargeTransactionPayment"],
  specVersion: "0x000f4dfc",
  tip: "0x00",
  transactionVersion: "0x0000001a",
  version: 4,
}

const explaining = (change: object) =>
  Effect.runSync(
    explainRequest({
      network: polkadot,
      rpc: makeScriptedRpc(() => undefined).rpc,
      from: alice,
      request: { _tag: "Transaction", transaction: { payload: JSON.stringify({ ...base, ...change }) } },
      tokens: [],
      nameOf: () => null,
    }),
  )
const tagsOf = (change: object) => explaining(change).dangers.map(({ _tag }) => _tag)

describe("transactions of Polkadot, as reported of others", () => {
  it("reads a payment on a network that takes Ethereum's transactions, too (centrifuge/go-substrate-rpc-client#421)", () => {
    expect(tagsOf({ signedExtensions: [...base.signedExtensions, "EthSetOrigin"] })).toEqual(["Untried"])
  })

  it("takes no extension that is not known for one without an effect (frequency-chain/frequency#1456)", () => {
    expect(tagsOf({ signedExtensions: [...base.signedExtensions, "HandlesSignedExtension"] })).toEqual([
      "Blind",
      "Untried",
    ])
  })

  it("says that a payment may close the account (brave/brave-browser#54259)", () => {
    const ownAccount = (method: string) =>
      explaining({ method }).calls[0].fields.find(({ label }) => label === "Your account")?.text
    expect(ownAccount(`0x050000${bobKey}0700d6117e03`)).toBe("may be closed")
    expect(ownAccount(base.method)).toBe(undefined)
    expect(ownAccount("0x050a0700d6117e0300")).toBe("may be closed")
    expect(ownAccount("0x050a0700d6117e0301")).toBe("stays open")
  })

  it("says what a batch does when one of its payments fails (polkadot-js/docs#429)", () => {
    const payment = base.method.slice(2)
    const failing = (call: string) =>
      explaining({ method: `0x1a${call}08${payment}${payment}` }).calls[0].fields.find(
        ({ label }) => label === "If one fails",
      )?.text
    expect([failing("00"), failing("02"), failing("04")]).toEqual([
      "the earlier ones stay",
      "nothing happens",
      "the others go on",
    ])
  })
})
