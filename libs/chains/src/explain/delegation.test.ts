import { addToRecap, describeRecap, parseRecap } from "@wmodal/protocol/siwx"
import { describe, expect, it } from "vitest"
import { describeMessage } from "./message.ts"

const encode = (value: unknown) => `urn:recap:${Buffer.from(JSON.stringify(value)).toString("base64url")}`
const att = {
  "https://all.example": { "crud/delete": [{}], "wallet/spend": [{ max: 5 }] },
  eip155: { "request/eth_sendTransaction": [{}] },
}
const makeMessage = (statement: string, ...resources: readonly string[]) =>
  `app.example wants you to sign in with your Ethereum account:\n0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266\n\n${statement}\n\nURI: https://app.example\nVersion: 1\nChain ID: 1\nNonce: 12345678\nIssued At: 2026-11-28T00:00:00.000Z\nResources:\n${resources.map((one) => `- ${one}`).join("\n")}`
const read = (message: string) => {
  const { dangers, fields } = describeMessage({ _tag: "Message", message }, () => true)
  return { dangers, rows: fields.slice(1).map(({ label, text }) => `${label}: ${text}`) }
}
const sentence = (resource: string) => {
  const recap = parseRecap(resource)
  if (recap === null) throw new Error("no ReCap")
  return describeRecap(recap)
}

describe("describeDelegation", () => {
  it("shows each ability with its resource and limits, and takes an act", () => {
    const recap = encode({ att, prf: ["bafy"] })
    expect(read(makeMessage(`Sign in. ${sentence(recap)}`, "https://app.example/terms", recap))).toEqual({
      rows: [
        "Allows: crud/delete for https://all.example",
        'Allows: wallet/spend for https://all.example, limited by [{"max":5}]',
        "Allows: request/eth_sendTransaction for eip155",
        'Also: prf: ["bafy"]',
      ],
      dangers: [{ _tag: "Delegation", said: "stated" }],
    })
  })

  it("accepts the sentence as WalletConnect's clients write it", () => {
    const [recap = ""] = addToRecap([], "eip155", ["personal_sign", "eth_sendTransaction"])
    expect(read(makeMessage(`Sign in. ${sentence(recap)}`, recap)).dangers).toEqual([
      { _tag: "Delegation", said: "stated" },
    ])
  })

  it("says so when the statement does not say what is allowed", () => {
    const less = sentence(encode({ att: { eip155: att.eip155 } }))
    for (const statement of ["Sign in", less])
      expect(read(makeMessage(statement, encode({ att }))).dangers).toEqual([
        { _tag: "Delegation", said: "unstated" },
      ])
  })

  it.each([
    "urn:recap:!!!",
    "urn:recap:",
    "URN:RECAP:eyJhdHQiOnt9fQ",
    encode({ att: {} }),
    encode({ att: { "a\u200bb": { "a/b": [{}] } } }),
    encode({ att: { a: { nonsense: [{}] } } }),
  ])("shows what cannot be read as it is, and says so: %s", (resource) => {
    expect(read(makeMessage("Sign in", resource))).toEqual({
      rows: [`Allows what cannot be read: ${resource}`],
      dangers: [{ _tag: "Delegation", said: "unreadable" }],
    })
  })

  it("takes no act for other resources", () => {
    expect(read(makeMessage("Sign in", "https://app.example/terms", "ipfs://bafy"))).toEqual({
      rows: [],
      dangers: [],
    })
  })
})
