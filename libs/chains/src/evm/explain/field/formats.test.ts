import { describe, expect, it } from "vitest"
import { explainTestCall, formatFields, owner, target, usdc } from "../../../testing/explainFixtures.ts"

const spam = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"
const native = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE"

/** Returns the text of one value of a call. */
const shown = async (
  type: string,
  value: unknown,
  format: string,
  params: object = {},
  rest: object = {},
) => {
  const explanation = await explainTestCall(
    `f(${type} value, address token, uint256 chain)`,
    [value, usdc, 1n],
    { fields: [{ path: "value", label: "Value", format, params }] },
    { ...rest },
  )
  return explanation.fields[0]?.text ?? null
}

describe("formatField", () => {
  it.each([
    ["uint256", 1000n, "1000"],
    ["int8", -3, "-3"],
    ["bool", true, "true"],
    ["bytes", "0x12ab", "0x12ab"],
    ["bytes", "0x", "0x"],
    ["string", "Ledger", "Ledger"],
    ["address", owner.toLowerCase(), owner],
    ["string", "a\u202eb\nc", "a[U+202E]b[U+000A]c"],
    ["string", "x".repeat(300), `${"x".repeat(300)}`],
  ])("formats raw %s %s as %s", async (type, value, text) => {
    expect(await shown(type, value, "raw")).toBe(text)
    expect(await shown(type, value, "somethingNew")).toBe(text)
  })

  it.each([
    [1_709_191_632n, "timestamp", "2024-02-29T07:27:12Z"],
    [0n, "timestamp", "1970-01-01T00:00:00Z"],
    [253_402_300_799n, "timestamp", "9999-12-31T23:59:59Z"],
    [2n ** 256n - 1n, "timestamp", "After the year 9999"],
    [19_332_140n, "blockheight", "Block 19332140"],
  ])("formats date %s with encoding %s as %s", async (value, encoding, text) => {
    expect(await shown("uint256", value, "date", { encoding })).toBe(text)
  })

  it.each([
    [8250n, "02:17:30"],
    [360_000n, "100:00:00"],
    [0n, "00:00:00"],
  ])("formats duration %s as %s", async (value, text) => {
    expect(await shown("uint256", value, "duration")).toBe(text)
  })

  it.each([
    [3000n, { base: "%", decimals: 4 }, "0.3%"],
    [50n, { base: "bps" }, "50bps"],
    [36_000n, { base: "s", prefix: true }, "36ks"],
    [1234n, { base: "g", decimals: 6, prefix: true }, "1.234mg"],
    [5n, { base: "h" }, "5h"],
    [0n, { base: "s", prefix: true }, "0s"],
    [7n, { base: "s", decimals: 78 }, "7"],
    [10n ** 30n, { base: "W", prefix: true }, "1000000YW"],
  ])("formats unit %s with %j as %s", async (value, params, text) => {
    expect(await shown("uint256", value, "unit", params)).toBe(text)
  })

  it("formats a negative unit", async () => {
    expect(await shown("int256", -1500n, "unit", { base: "V", prefix: true })).toBe("-1.5kV")
  })

  it("formats amount in the native currency", async () => {
    expect(await shown("uint256", 198_661_440_000_000_000n, "amount")).toBe("0.19866144 ETH")
    const { fields } = await explainTestCall(
      "f()",
      [],
      { fields: [{ path: "@.value", label: "V", format: "amount" }] },
      {},
      5n,
    )
    expect(fields).toEqual([
      {
        label: "V",
        text: "0.000000000000000005 ETH",
        value: { _tag: "Amount", units: 5n, token: null, unlimited: false },
      },
    ])
  })

  it.each([
    [{ tokenPath: "token" }, "17 USDC"],
    [{ tokenPath: "#.token" }, "17 USDC"],
    [{ token: usdc }, "17 USDC"],
    [{ token: "$.metadata.constants.usdc" }, "17 USDC"],
    [{ token: { map: "$.metadata.maps.tokens", keyPath: "chain" } }, "17 USDC"],
    [{ token: { map: "$.metadata.maps.none", keyPath: "chain" } }, "17000000 base units"],
    [{ tokenPath: "token", chainIdPath: "chain" }, "17 USDC"],
    [{ tokenPath: "token", chainId: 5 }, `17000000 base units of ${usdc}`],
    [{ tokenPath: "token", chainIdPath: "token.none" }, "17000000 base units"],
    [{ token: spam }, `17000000 base units of ${spam}`],
    [{ token: native, nativeCurrencyAddress: native }, "0.000000000017 ETH"],
    [{ token: native, nativeCurrencyAddress: [spam, "$.metadata.constants.native"] }, "0.000000000017 ETH"],
    [{ tokenPath: "token", threshold: "17000000" }, "Unlimited USDC"],
    [
      { tokenPath: "token", threshold: "0x0000000000000000000000000000000001036640", message: "All" },
      "All USDC",
    ],
    [{ tokenPath: "token", threshold: "17000001" }, "17 USDC"],
    [{}, "17000000 base units"],
    [{ tokenPath: "nothing" }, "17000000 base units"],
  ])("formats tokenAmount with %j as %s", async (params, text) => {
    const metadata = {
      constants: { usdc, native: native.toLowerCase() },
      maps: { tokens: { values: { "1": usdc } } },
    }
    expect(await shown("uint256", 17_000_000n, "tokenAmount", params, { metadata })).toBe(text)
  })

  it("uses the descriptor's token metadata for its own contract only", async () => {
    const metadata = { token: { name: "Old", ticker: "OLD", decimals: 2 } }
    expect(await shown("uint256", 1234n, "tokenAmount", { token: "@.to" }, { metadata })).toBe("12.34 OLD")
    expect(await shown("uint256", 1234n, "tokenAmount", { token: spam }, { metadata })).toBe(
      `1234 base units of ${spam}`,
    )
  })

  it("returns the token of a tokenAmount and whether it is unlimited", async () => {
    const params = {
      tokenPath: "token",
      threshold: "0x8000000000000000000000000000000000000000000000000000000000000000",
    }
    const { fields } = await explainTestCall("f(uint256 value, address token)", [2n ** 256n - 1n, usdc], {
      fields: [{ path: "value", label: "Amount", format: "tokenAmount", params }],
    })
    expect(fields[0]).toEqual({
      label: "Amount",
      text: "Unlimited USDC",
      value: { _tag: "Amount", units: 2n ** 256n - 1n, token: usdc, unlimited: true },
    })
  })

  it.each([
    ["address", usdc, `USDC (${usdc})`],
    ["address", spam, spam],
  ])("formats tokenTicker %s %s as %s", async (type, value, text) => {
    expect(await shown(type, value, "tokenTicker")).toBe(text)
  })

  it("formats nftName with the id and the collection", async () => {
    expect(await shown("uint256", 674n, "nftName", { collection: spam })).toBe(`#674 of ${spam}`)
    expect(await shown("uint256", 674n, "nftName", { collectionPath: "nothing" })).toBe("674")
  })

  it("formats addressName with a trusted name, and uses the last 20 bytes of a packed address", async () => {
    expect(await shown("address", owner, "addressName")).toBe(`Alice (${owner})`)
    expect(await shown("address", spam, "addressName")).toBe(spam)
    expect(await shown("address", spam, "addressName", { senderAddress: [spam] })).toBe(`Alice (${owner})`)
    expect(await shown("uint256", (1n << 255n) + BigInt(spam), "addressName")).toBe(spam)
    expect(await shown("bytes", spam.toLowerCase(), "addressName")).toBe(spam)
    expect(await shown("bytes32", `0x${"1".repeat(64)}`, "addressName")).toBe(`0x${"1".repeat(64)}`)
  })

  it.each([
    ["bool", true, "Grant all"],
    ["uint8", 2, "variable"],
    ["uint8", 3, "3"],
    ["string", "constructor", "constructor"],
  ])("formats enum %s %s as %s", async (type, value, text) => {
    const metadata = { enums: { words: { True: "Grant all", "2": "variable" } } }
    expect(await shown(type, value, "enum", { $ref: "$.metadata.enums.words" }, { metadata })).toBe(text)
    expect(await shown(type, value, "enum", { $ref: "$.metadata.enums.none" }, { metadata })).toBe(
      String(value),
    )
  })

  it("formats chainId with the name of a known chain", async () => {
    expect(await shown("uint256", 1n, "chainId")).toBe("Ethereum (1)")
    expect(await shown("uint256", 5n, "chainId")).toBe("5")
  })

  it("formats interoperableAddressName with the address and its chain", async () => {
    const bytes = `0x000100000101${"14"}${spam.slice(2).toLowerCase()}`
    expect(await shown("bytes", bytes, "interoperableAddressName")).toBe(`${spam}@eip155:1`)
    expect(await shown("bytes", `${bytes}00`, "interoperableAddressName")).toBe(`${bytes}00`)
    expect(await shown("bytes", "0x0001000201", "interoperableAddressName")).toBe("0x0001000201")
    expect(await shown("address", owner, "interoperableAddressName")).toBe(`Alice (${owner})`)
  })

  it("shows a value raw when its type does not match the format", async () => {
    for (const format of [
      "date",
      "duration",
      "unit",
      "amount",
      "addressName",
      "chainId",
      "nftName",
      "calldata",
    ])
      expect(await shown("string", "text", format)).toBe("text")
    expect(await shown("string", "text", "tokenAmount", { token: usdc })).toBe("text")
    expect(await shown("int256", -1n, "tokenAmount", { token: usdc })).toBe("-1")
  })

  it("hides an encrypted value", async () => {
    const field = { path: "value", label: "Amount", format: "tokenAmount", params: { token: usdc } }
    const encrypted = (encryption: object) =>
      explainTestCall("f(bytes32 value)", [`0x${"1".repeat(64)}`], { fields: [{ ...field, encryption }] })
    expect(formatFields(await encrypted({ scheme: "fhe" }))).toEqual(["Amount: [Encrypted]"])
    expect(formatFields(await encrypted({ scheme: "fhe", fallbackLabel: "Hidden" }))).toEqual([
      "Amount: Hidden",
    ])
  })
})

describe("calldata format", () => {
  const data = `0xa9059cbb${owner.slice(2).toLowerCase().padStart(64, "0")}${5n.toString(16).padStart(64, "0")}`
  const nested = (params: object, bytes = data) =>
    explainTestCall("run(address callee, uint256 worth, bytes call)", [usdc, 7n, bytes], {
      fields: [{ path: "call", label: "Call", format: "calldata", params }],
    })

  it("shows the digest of an unknown nested call", async () => {
    const { fields } = await nested({ calleePath: "callee", amountPath: "worth" })
    expect(fields).toHaveLength(1)
    expect(fields[0]).toMatchObject({
      label: "Call",
      value: { _tag: "Call", call: { intent: null, contract: usdc, value: 7n, fields: [] } },
    })
    expect(fields[0]?.text).toMatch(/^Unknown call 0x[0-9a-f]{64}$/)
  })

  it("explains a nested call with a separate selector and its own sender", async () => {
    const signature = "run(bytes data)"
    const inner = {
      format: "calldata",
      label: "Inner",
      params: { callee: "@.to", selector: "0x1b8b921d", spender: usdc },
    }
    const explanation = await explainTestCall(
      signature,
      [`0x${usdc.slice(2).padStart(64, "0")}${"20".padStart(64, "0").replace("20", "40")}${"0".repeat(64)}`],
      { fields: [{ path: "data", ...inner }] },
      {
        display: {
          formats: {
            [signature]: { intent: "Outer", fields: [{ path: "data", ...inner }] },
            "call(address who, bytes more)": {
              intent: "Inner",
              fields: [
                { path: "who", label: "Who" },
                { path: "@.from", label: "By" },
              ],
            },
          },
        },
      },
    )
    expect(formatFields(explanation)).toEqual(["Inner: Inner"])
    const value = explanation.fields[0]?.value
    expect(value?._tag === "Call" ? formatFields(value.call) : null).toEqual([`Who: ${usdc}`, `By: ${usdc}`])
  })

  it("shows raw data when the callee is unresolved, and a payment when the data is empty", async () => {
    expect(formatFields(await nested({ calleePath: "nothing" }))[0]).toContain("0xa9059cbb")
    expect((await nested({ callee: target }, "0x")).fields[0]?.value).toMatchObject({
      call: { intent: "Send" },
    })
  })
})
