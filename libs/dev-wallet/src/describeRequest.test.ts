import { encodeHex, encodeTextHex } from "@wmodal/chains/internal"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { ApprovalRequest } from "./ApprovalRequest.ts"
import { describeRequest } from "./describeRequest.ts"

const network = { chainId: 1, name: "Ethereum", rpcUrls: [] }
const asked = { origin: "https://dapp.example", network, account: `0x${"11".repeat(20)}` as const }

const said = (request: ApprovalRequest) =>
  Object.fromEntries(describeRequest(request).lines.map(({ label, text }) => [label, text]))

describe("describeRequest", () => {
  it("shows the text of a message, line by line", () => {
    const request = { _tag: "SignMessage", ...asked, message: encodeTextHex("Hello,\r\n\twörld") } as const
    expect(describeRequest(request)).toEqual({
      title: "Sign a message",
      origin: "https://dapp.example",
      acts: [],
      lines: [
        { label: "Message", text: "Hello,\n wörld" },
        { label: "Account", text: asked.account },
        { label: "Network", text: "Ethereum (1)" },
      ],
    })
  })

  it("draws the characters of a message that cannot be seen", () => {
    const request = {
      _tag: "SignMessage",
      ...asked,
      message: encodeTextHex("pay \u202eecila\u{e0100}\0"),
    } as const
    expect(said(request)["Message"]).toBe("pay [U+202E]ecila[U+E0100][U+0000]")
  })

  it("tells bytes that are not text from a text that looks like them", () => {
    expect(said({ _tag: "SignMessage", ...asked, message: "0xff00ff" })["Bytes"]).toBe("0xff00ff")
    const request = { _tag: "SignMessage", ...asked, message: encodeTextHex("0xff00ff") } as const
    expect(said(request)["Message"]).toBe("0xff00ff")
  })

  it("shows exact amounts in the native currency", () => {
    const request = {
      _tag: "SendTransaction",
      ...asked,
      to: asked.account,
      value: "1000000000000000001",
      data: "0x",
      maxFee: "21000",
    } as const
    expect(said(request)).toMatchObject({
      Amount: "1.000000000000000001 ETH",
      "Max fee": "0.000000000000021 ETH",
    })
    expect(said({ ...request, value: "0" })["Amount"]).toBe("0 ETH")
    const pol = { ...network, currency: { symbol: "POL", decimals: 0 } }
    expect(said({ ...request, network: pol, value: "7" })["Amount"]).toBe("7 POL")
  })

  it("shows a deployment as a new contract, with its data", () => {
    const request = {
      _tag: "SendTransaction",
      ...asked,
      to: null,
      value: "0",
      data: "0x6080",
      maxFee: "1",
    } as const
    expect(describeRequest(request).title).toBe("Deploy a contract")
    expect(said(request)).toMatchObject({ To: "a new contract", Data: "0x6080" })
  })

  it("shows both networks of a switch, and the nodes of an added network", () => {
    const to = { chainId: 10, name: "OP", rpcUrls: ["https://a.example", "https://b.example"] }
    expect(said({ _tag: "SwitchNetwork", ...asked, to })).toEqual({ From: "Ethereum (1)", To: "OP (10)" })
    expect(said({ _tag: "AddNetwork", ...asked, to })["RPC URLs"]).toBe(
      "https://a.example\nhttps://b.example",
    )
  })

  it("shows that connecting unlocks the wallet", () => {
    expect(describeRequest({ _tag: "Connect", ...asked, locked: true }).title).toMatch(/unlock/i)
    expect(describeRequest({ _tag: "Connect", ...asked, locked: false }).title).not.toMatch(/unlock/i)
  })

  describe("describeRequest with typed data", () => {
    const order = {
      types: {
        Order: [
          { name: "to", type: "Person[]" },
          { name: "note", type: "string" },
        ],
        Person: [{ name: "wallet", type: "string" }],
      },
      primaryType: "Order",
      domain: { name: "Shop", chainId: 1, comfort: "nothing is paid" },
      message: { to: [{ wallet: "her", trusted: "yes" }], note: "two", reassurance: "this is a login" },
    }
    const data = (typedData: object) =>
      said({ _tag: "SignTypedData", ...asked, typedData: JSON.stringify(typedData) })["Data"] ?? ""

    it("shows the signed fields only, indented", () => {
      expect(data(order)).toContain("\n  ")
      expect(JSON.parse(data(order))).toEqual({
        primaryType: "Order",
        message: { to: [{ wallet: "her" }], note: "two" },
        domain: { name: "Shop", chainId: 1 },
      })
    })

    it("shows only the domain fields that its type declares", () => {
      const types = { ...order.types, EIP712Domain: [{ name: "name", type: "string" }] }
      expect(JSON.parse(data({ ...order, types })).domain).toEqual({ name: "Shop" })
    })

    it("shows no message when only the domain is signed", () => {
      const types = { EIP712Domain: [{ name: "name", type: "string" }] }
      expect(JSON.parse(data({ ...order, types, primaryType: "EIP712Domain" }))).toEqual({
        primaryType: "EIP712Domain",
        domain: { name: "Shop" },
      })
    })

    it("keeps the message visible regardless of type names and the number of types", () => {
      const padding = Array.from({ length: 500 }, (_, at) => ({ name: `padding${at}`, type: "string" }))
      const domain = { ...order.types, domain: order.types.Order, Padding: padding }
      expect(data({ ...order, types: domain, primaryType: "domain" })).toContain("her")
    })

    it("shows text that is not typed data unchanged", () => {
      expect(said({ _tag: "SignTypedData", ...asked, typedData: "{" })["Data"]).toBe("{")
    })
  })

  it("keeps the end of a long origin, which identifies its owner", () => {
    const origin = `https://${`${"a".repeat(49)}.`.repeat(4)}bank.example.evil.example:65535`
    expect(describeRequest({ _tag: "Connect", ...asked, origin, locked: false }).origin).toBe(origin)
  })

  it("bounds every text and removes deceptive characters for any request", () => {
    const text = fc.oneof(
      fc
        .array(
          fc.constantFrom("a", " ", "\n", "\t", "\u0000", "\u202e", "\u2028", "\ud800", '"', "{", "👋"),
          { maxLength: 300 },
        )
        .map((characters) => characters.join("")),
      fc.constantFrom("\u202e\u200b".repeat(5000), "long ".repeat(2000)),
    )
    fc.assert(
      fc.property(text, text, fc.uint8Array({ maxLength: 300 }), (origin, name, bytes) => {
        const hostile = { ...network, name }
        const requests: ApprovalRequest[] = [
          { _tag: "Connect", ...asked, origin, network: hostile, locked: false },
          { _tag: "SignMessage", ...asked, origin, network: hostile, message: encodeTextHex(name) },
          { _tag: "SignMessage", ...asked, origin, network: hostile, message: encodeHex(bytes) },
          { _tag: "SignTypedData", ...asked, origin, network: hostile, typedData: name },
          { _tag: "AddNetwork", ...asked, origin, network, to: hostile },
        ]
        for (const words of requests.map((request) => describeRequest(request))) {
          const all = [words.title, words.origin, ...words.lines.map((line) => line.text)]
          expect(all.join("").length).toBeLessThan(110_000)
          expect(all.join("").replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
        }
      }),
    )
  })
})
