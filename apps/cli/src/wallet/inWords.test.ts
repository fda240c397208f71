import type { ApprovalRequest, DevNetwork } from "@wmodal/chains/dev"
import { describe, expect, it } from "vitest"
import { inWords } from "./inWords.ts"

const network: DevNetwork = { chainId: 1, name: "Ethereum", rpcUrls: [] }
const account = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const common = { origin: "wmodal in this terminal", network, account } as const

const typed = (data: unknown): string =>
  inWords({ _tag: "SignTypedData", ...common, typedData: JSON.stringify(data) })
    .lines.map(({ text }) => text)
    .join("\n")

const order = {
  types: {
    Person: [{ name: "wallet", type: "address" }],
    Order: [
      { name: "to", type: "Person[]" },
      { name: "note", type: "string" },
    ],
  },
  primaryType: "Order",
  domain: { name: "Shop", chainId: 1 },
}

describe("inWords", () => {
  it("speaks of the wallet, not of a site", () => {
    expect(inWords({ _tag: "Connect", ...common, locked: false }).title).toBe("Connect the dev wallet")
  })

  it("shows domain and message of typed data, without the table of types", () => {
    const text = typed({ ...order, message: { to: [{ wallet: account }], note: "two of them" } })
    expect(text).toContain("Shop")
    expect(text).toContain("two of them")
    expect(text).toContain(account)
    expect(text).not.toContain('"type"')
  })

  it("shows nothing that is not signed", () => {
    const text = typed({
      ...order,
      message: { to: [{ wallet: account, trusted: "yes" }], note: "n", reassurance: "this is a login" },
    })
    expect(text).not.toContain("reassurance")
    expect(text).not.toContain("trusted")
  })

  it("leaves every other request in the wallet's words", () => {
    const request: ApprovalRequest = { _tag: "SignMessage", ...common, message: "0x6869" }
    expect(inWords(request).lines[0]).toEqual({ label: "Message", text: "hi" })
  })
})
