import { base64urlnopad } from "@scure/base"
import { createEncodedRecap, formatMessage, mergeEncodedRecaps } from "@walletconnect/utils"
import { addToRecap, describeRecap, parseRecap, toSignedMessage } from "@wmodal/protocol/siwx"
import { Result } from "effect"
import { privateKeyToAccount } from "viem/accounts"
import { describe, expect, it } from "vitest"
import { verifyCacao, verifySiwx } from "./verifySiwx.ts"

const account = privateKeyToAccount(`0x${"11".repeat(32)}`)
const recap = createEncodedRecap("eip155", "request", ["personal_sign", "eth_sendTransaction"])
const iss = `did:pkh:eip155:10:${account.address}`
const payload = {
  iss,
  domain: "app.example",
  aud: "https://app.example/login",
  version: "1",
  nonce: "abcdefgh12345678",
  iat: "2026-01-15T12:00:00Z",
}
const expected = { domain: "app.example", nonce: "abcdefgh12345678", now: new Date("2026-01-15T12:00:00Z") }
const toCacao = async (p: typeof payload & Record<string, unknown>) => ({
  h: { t: "caip122" },
  p,
  s: { t: "eip191", s: await account.signMessage({ message: formatMessage(p as never, iss) }) },
})

const payloads = [
  ["only what is required", payload],
  ["a statement", { ...payload, statement: "Sign in." }],
  [
    "every field",
    {
      ...payload,
      statement: "Sign in.",
      exp: "2026-01-16T12:00:00Z",
      nbf: "2026-01-15T11:00:00Z",
      requestId: "1",
      resources: ["https://app.example/terms"],
    },
  ],
  ["a ReCap", { ...payload, resources: ["https://app.example/terms", recap] }],
  ["a statement and a ReCap", { ...payload, statement: "Sign in.", resources: [recap] }],
  [
    "a statement that has the ReCap's sentences",
    {
      ...payload,
      statement: `Sign in. ${describeRecap(parseRecap(recap)!)}`,
      resources: [recap],
    },
  ],
  [
    "a ReCap of several namespaces",
    {
      ...payload,
      resources: addToRecap([recap], "https://app.example", ["b", "a"]),
    },
  ],
  [
    "abilities whose actions are in another order than their namespaces",
    {
      ...payload,
      statement: "Sign in.",
      resources: [
        `urn:recap:${Buffer.from(JSON.stringify({ att: { r: { "a/z": [{}], "b/y": [{}], "c/x": [{}], "a/b": [{}] } } })).toString("base64url")}`,
      ],
    },
  ],
  ["empty fields", { ...payload, statement: "", exp: "", requestId: "" }],
] as const

describe("addToRecap", () => {
  it("returns what WalletConnect's client makes of the methods, and of a ReCap of the page", () => {
    const methods = ["personal_sign", "eth_sendTransaction", "eth_signTypedData_v4", "eth_signTypedData"]
    const own = createEncodedRecap("eip155", "request", [...methods])
    expect(addToRecap(["https://app.example/terms"], "eip155", methods)).toEqual([
      "https://app.example/terms",
      own,
    ])
    const page = createEncodedRecap("https://app.example", "crud", ["read"])
    expect(addToRecap([page], "eip155", methods)).toEqual([mergeEncodedRecaps(own, page)])
  })
})

describe("verifyCacao", () => {
  it.each(payloads)("accepts what WalletConnect signs for %s", async (_, p) => {
    expect(Result.getOrThrow(toSignedMessage(await toCacao(p as never)))).toBe(formatMessage(p as never, iss))
    expect(await verifyCacao({ cacao: await toCacao(p as never), expected })).toMatchObject({
      _tag: "Valid",
      chainId: "eip155:10",
      message: { address: account.address, uri: "https://app.example/login" },
    })
  })

  it("refuses a payload that was changed after it was signed", async () => {
    const cacao = await toCacao({ ...payload, statement: "Sign in.", resources: [recap] } as never)
    const more = createEncodedRecap("eip155", "request", ["personal_sign", "eth_sendTransaction", "eth_sign"])
    for (const changed of [
      { statement: "Sign out." },
      { resources: [more] },
      { resources: [] },
      { requestId: "2" },
    ])
      expect(
        await verifyCacao({
          cacao: { ...cacao, p: { ...cacao.p, ...changed } },
          expected,
          rpc: { "eip155:10": { request: async () => "0x" } },
        }),
      ).toMatchObject({ _tag: "Invalid", reason: "Signature" })
  })

  it("checks what is expected as for a message", async () => {
    const cacao = await toCacao(payload)
    expect(await verifyCacao({ cacao, expected: { ...expected, domain: "evil.example" } })).toMatchObject({
      reason: "Domain",
    })
  })

  it.each([
    ["nothing", null],
    ["a text", "cacao"],
    ["no payload", { h: { t: "caip122" }, s: { t: "eip191", s: "0x" } }],
    ["another header", { h: { t: "jwt" }, p: payload, s: { t: "eip191", s: "0x" } }],
    [
      "another issuer",
      { h: { t: "caip122" }, p: { ...payload, iss: "did:key:z6Mk" }, s: { t: "eip191", s: "0x" } },
    ],
    [
      "an issuer of another chain",
      { h: { t: "caip122" }, p: { ...payload, iss: "did:pkh:cosmos:a:b" }, s: { t: "eip191", s: "0x" } },
    ],
    [
      "lines in the statement",
      {
        h: { t: "caip122" },
        p: { ...payload, statement: "a\n\nURI: https://evil.example" },
        s: { t: "eip191", s: "0x" },
      },
    ],
    [
      "no time of issue",
      { h: { t: "caip122" }, p: { ...payload, iat: undefined }, s: { t: "eip191", s: "0x" } },
    ],
  ])("refuses a CACAO with %s", async (_, cacao) => {
    expect(await verifyCacao({ cacao, expected })).toMatchObject({ _tag: "Invalid", reason: "Cacao" })
  })
})

describe("ReCaps", () => {
  const encode = (value: unknown) =>
    `urn:recap:${base64urlnopad.encode(new TextEncoder().encode(JSON.stringify(value)))}`

  it("describes the example of ERC-5573", () => {
    const example = parseRecap(
      encode({
        att: {
          "https://example.com": { "example/append": [{}], "example/read": [{}], "other/action": [{}] },
          "my:resource:uri.1": { "example/append": [{}], "example/delete": [{}] },
          "my:resource:uri.2": { "example/append": [{}] },
          "my:resource:uri.3": { "example/append": [{}] },
        },
        prf: [],
      }),
    )
    expect(describeRecap(example!)).toBe(
      "I further authorize the stated URI to perform the following actions on my behalf: (1) 'example': 'append', 'read' for 'https://example.com'. (2) 'other': 'action' for 'https://example.com'. (3) 'example': 'append', 'delete' for 'my:resource:uri.1'. (4) 'example': 'append' for 'my:resource:uri.2'. (5) 'example': 'append' for 'my:resource:uri.3'.",
    )
  })

  it.each([
    ["is not base64", "urn:recap:!!!"],
    ["is not JSON", "urn:recap:aaaa"],
    ["authorizes nothing", encode({ att: {} })],
    ["has a resource without abilities", encode({ att: { "https://a.example": {} } })],
    ["has an ability without a namespace", encode({ att: { "https://a.example": { read: [{}] } } })],
    ["has an ability without limits", encode({ att: { "https://a.example": { "crud/read": [] } } })],
    ["has quotes in a resource", encode({ att: { "a'. (2) 'b": { "crud/read": [{}] } } })],
  ])("refuses a ReCap that %s", (_, resource) => {
    expect(parseRecap(resource)).toBe(null)
  })

  it.each([
    [
      "the statement does not mention",
      (s: string, r: string) => ({ statement: "Sign in.", resources: [r], s }),
    ],
    [
      "the statement ends with more than",
      (s: string, r: string) => ({ statement: `${s} Not.`, resources: [r] }),
    ],
    [
      "is not the last resource",
      (s: string, r: string) => ({ statement: s, resources: [r, "https://app.example"] }),
    ],
    ["is there twice", (s: string, r: string) => ({ statement: s, resources: [r, r] })],
    ["cannot be read", (s: string) => ({ statement: s, resources: ["urn:recap:aaaa"] })],
  ])("refuses a signed message with a ReCap that %s", async (_, make) => {
    const { resources, statement } = make(describeRecap(parseRecap(recap)!), recap)
    const message = `app.example wants you to sign in with your Ethereum account:
${account.address}

${statement}

URI: https://app.example
Version: 1
Chain ID: 1
Nonce: abcdefgh12345678
Issued At: 2026-01-15T12:00:00Z
Resources:
${resources.map((resource) => `- ${resource}`).join("\n")}`
    expect(
      await verifySiwx({ message, signature: await account.signMessage({ message }), expected }),
    ).toMatchObject({ _tag: "Invalid", reason: "Recap" })
  })
})
