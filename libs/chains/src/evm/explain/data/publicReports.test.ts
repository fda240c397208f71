import { describe, expect, it } from "vitest"
import { parseTypedDataRequest } from "../../guard/signatureRequest.ts"
import { decodeTypedData } from "./DecodedTypedData.ts"

const account = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"

const typed = (
  type: string,
  value: unknown,
  domain: Readonly<Record<string, unknown>> = { name: "app", chainId: 42 },
) => ({ types: { Foo: [{ name: "bar", type }] }, primaryType: "Foo", domain, message: { bar: value } })

const digest = (...args: Parameters<typeof typed>) =>
  decodeTypedData(JSON.stringify(typed(...args)))?.digest ?? null

describe("decodeTypedData", () => {
  it("reads each form of a chain as one: MetaMask/metamask-extension#11296, #11830, ethers-io/ethers.js#1684", () => {
    const forms = [42, "42", "0x2a", "0x2A"].map((chainId) => digest("uint", "10", { name: "app", chainId }))
    expect(new Set(forms).size).toBe(1)
    expect(forms[0]).not.toBe(null)
  })

  it("reads no chain that is a number to one wallet only: MetaMask/metamask-extension#11900", () => {
    expect(digest("uint", "10", { name: "app", chainId: "1a" })).toBe(null)
  })

  it.each([
    ["MetaMask/metamask-extension#15953: a text as a number", "uint256", "Confirm your vote in your wallet"],
    ["MetaMask/metamask-extension#7090: an empty text as bytes", "bytes", ""],
    ["MetaMask/metamask-extension#6106: a number as an address", "address", 0],
    ["MetaMask/metamask-extension#2986: a list as text", "uint256[]", "[1, 2, 3]"],
    ["a text as a boolean, which is true to MetaMask", "bool", "false"],
  ] as const)("returns null for %s", (_, type, value) => {
    expect(digest(type, value)).toBe(null)
  })

  it("returns null for an empty contract, which libraries sign differently: MetaMask/eth-sig-util#236", () => {
    expect(
      digest("string", "This is a request", {
        name: "name",
        version: "1",
        chainId: 1,
        verifyingContract: "",
      }),
    ).toBe(null)
  })

  it("reads types without a size as they are written, as MetaMask signs them: MetaMask/eth-sig-util#55", () => {
    expect(decodeTypedData(JSON.stringify(typed("uint", 1)))?.type).toBe("Foo(uint bar)")
    expect(digest("uint", 1)).not.toBe(digest("uint256", 1))
  })

  it("reads the example of trustwallet/trust-wallet-android-source#45, a number above 2^64 as text", () => {
    const person = [
      { name: "age", type: "uint64" },
      { name: "name", type: "string" },
      { name: "wallet", type: "address" },
    ]
    const text = JSON.stringify({
      types: {
        EIP712Domain: [
          { name: "name", type: "string" },
          { name: "version", type: "string" },
          { name: "chainId", type: "uint256" },
          { name: "verifyingContract", type: "address" },
        ],
        Person: person,
        Mail: [
          { name: "from", type: "Person" },
          { name: "to", type: "Person" },
          { name: "contents", type: "string" },
          { name: "id", type: "uint256" },
        ],
      },
      primaryType: "Mail",
      domain: {
        name: "Ether Mail",
        version: "1",
        chainId: 1,
        verifyingContract: "0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC",
      },
      message: {
        from: { age: 46, name: "Cow", wallet: "0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826" },
        to: { age: 445_711_732, name: "Bob", wallet: "0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB" },
        contents: "Hello, Bob!",
        id: "18446744073709551617",
      },
    })
    expect(decodeTypedData(text)?.digest).toBe(
      "0xd7452bcc4deef52ad1a3f658f4100fa870fcb849b2f8c7738c23bd8e736e6c7b",
    )
  })
})

describe("parseTypedDataRequest", () => {
  it.each([
    ["MetaMask/metamask-extension#9108", 1_000_000_000_000_000_000],
    ["MetaMask/metamask-extension#5516", 10_000_000_000_000_000],
    ["WalletConnect/WalletConnectSharp#135, MetaMask/metamask-mobile#7499", 1e21],
  ])("refuses a number that JSON cannot hold, as a value and in a text: %s", (_, value) => {
    const refusal = expect.objectContaining({ code: -32602 })
    const data = typed("uint256", value)
    expect(() => parseTypedDataRequest("eth_signTypedData_v4", [account, JSON.stringify(data)])).toThrow(
      refusal,
    )
    expect(() =>
      parseTypedDataRequest("eth_signTypedData_v4", [
        account,
        JSON.stringify(data).replace(
          `${value}`,
          "115792089237316195423570985008687907853269984665640564039457584007913129639935",
        ),
      ]),
    ).toThrow(refusal)
  })
})
