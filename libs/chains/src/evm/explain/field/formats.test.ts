import { describe, expect, it } from "vitest"
import { explainTestCall, formatFields, owner, target, usdc } from "../../../testing/explainFixtures.ts"

const spam = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"
const native = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE"

/** What one value of a call is shown as. */
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

describe("the format", () => {
  it.each([
    ["uint256", 1000n, "1000"],
    ["int8", -3, "-3"],
    ["bool", true, "true"],
    ["bytes", "0x12ab", "0x12ab"],
    ["bytes", "0x", "0x"],
    ["string", "Ledger", "Ledger"],
    ["address", owner.toLowerCase(), owner],
    ["string", "a\u202eb\nc", "ab c"],
    ["string", "x".repeat(300), `${"x".repeat(200)}… (100 more)`],
  ])("raw shows %s %s as %s", async (type, value, text) => {
    expect(await shown(type, value, "raw")).toBe(text)
    expect(await shown(type, value, "somethingNew")).toBe(text)
  })

  it.each([
    [1_709_191_632n, "timestamp", "2024-02-29T07:27:12Z"],
    [0n, "timestamp", "1970-01-01T00:00:00Z"],
    [253_402_300_799n, "timestamp", "9999-12-31T23:59:59Z"],
    [2n ** 256n - 1n, "timestamp", "After the year 9999"],
    [19_332_140n, "blockheight", "Block 19332140"],
  ])("date shows %s, a %s, as %s", async (value, encoding, text) => {
    expect(await shown("uint256", value, "date", { encoding })).toBe(text)
  })

  it.each([
    [8250n, "02:17:30"],
    [360_000n, "100:00:00"],
    [0n, "00:00:00"],
  ])("duration shows %s as %s", async (value, text) => {
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
  ])("unit shows %s with %j as %s", async (value, params, text) => {
    expect(await shown("uint256", value, "unit", params)).toBe(text)
  })

  it("unit takes a sign", async () => {
    expect(await shown("int256", -1500n, "unit", { base: "V", prefix: true })).toBe("-1.5kV")
  })

  it("amount is of the network's own currency", async () => {
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
  ])("tokenAmount with %j shows %s", async (params, text) => {
    const metadata = {
      constants: { usdc, native: native.toLowerCase() },
      maps: { tokens: { values: { "1": usdc } } },
    }
    expect(await shown("uint256", 17_000_000n, "tokenAmount", params, { metadata })).toBe(text)
  })

  it("tokenAmount takes the descriptor's word for its own contract alone", async () => {
    const metadata = { token: { name: "Old", ticker: "OLD", decimals: 2 } }
    expect(await shown("uint256", 1234n, "tokenAmount", { token: "@.to" }, { metadata })).toBe("12.34 OLD")
    expect(await shown("uint256", 1234n, "tokenAmount", { token: spam }, { metadata })).toBe(
      `1234 base units of ${spam}`,
    )
  })

  it("tokenAmount says what it is of, and whether it is all there is", async () => {
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
  ])("tokenTicker shows %s %s as %s", async (type, value, text) => {
    expect(await shown(type, value, "tokenTicker")).toBe(text)
  })

  it("nftName shows the number and the collection", async () => {
    expect(await shown("uint256", 674n, "nftName", { collection: spam })).toBe(`#674 of ${spam}`)
    expect(await shown("uint256", 674n, "nftName", { collectionPath: "nothing" })).toBe("674")
  })

  it("addressName shows names that can be trusted, and the last 20 bytes of a packed one", async () => {
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
  ])("enum shows %s %s as %s", async (type, value, text) => {
    const metadata = { enums: { words: { True: "Grant all", "2": "variable" } } }
    expect(await shown(type, value, "enum", { $ref: "$.metadata.enums.words" }, { metadata })).toBe(text)
    expect(await shown(type, value, "enum", { $ref: "$.metadata.enums.none" }, { metadata })).toBe(
      String(value),
    )
  })

  it("chainId shows the name where it is known", async () => {
    expect(await shown("uint256", 1n, "chainId")).toBe("Ethereum (1)")
    expect(await shown("uint256", 5n, "chainId")).toBe("5")
  })

  it("interoperableAddressName shows the address with its chain", async () => {
    const bytes = `0x000100000101${"14"}${spam.slice(2).toLowerCase()}`
    expect(await shown("bytes", bytes, "interoperableAddressName")).toBe(`${spam}@eip155:1`)
    expect(await shown("bytes", `${bytes}00`, "interoperableAddressName")).toBe(`${bytes}00`)
    expect(await shown("bytes", "0x0001000201", "interoperableAddressName")).toBe("0x0001000201")
    expect(await shown("address", owner, "interoperableAddressName")).toBe(`Alice (${owner})`)
  })

  it("of another kind of value is left, and the value shown as it is", async () => {
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

  it("is not asked of what is encrypted", async () => {
    const field = { path: "value", label: "Amount", format: "tokenAmount", params: { token: usdc } }
    const encrypted = (encryption: object) =>
      explainTestCall("f(bytes32 value)", [`0x${"1".repeat(64)}`], { fields: [{ ...field, encryption }] })
    expect(formatFields(await encrypted({ scheme: "fhe" }))).toEqual(["Amount: [Encrypted]"])
    expect(formatFields(await encrypted({ scheme: "fhe", fallbackLabel: "Hidden" }))).toEqual([
      "Amount: Hidden",
    ])
  })
})

describe("a call in a call", () => {
  const data = `0xa9059cbb${owner.slice(2).toLowerCase().padStart(64, "0")}${5n.toString(16).padStart(64, "0")}`
  const nested = (params: object, bytes = data) =>
    explainTestCall("run(address callee, uint256 worth, bytes call)", [usdc, 7n, bytes], {
      fields: [{ path: "call", label: "Call", format: "calldata", params }],
    })

  it("that nobody knows is told by its digest", async () => {
    const { fields } = await nested({ calleePath: "callee", amountPath: "worth" })
    expect(fields).toHaveLength(1)
    expect(fields[0]).toMatchObject({
      label: "Call",
      value: { _tag: "Call", call: { intent: null, contract: usdc, value: 7n, fields: [] } },
    })
    expect(fields[0]?.text).toMatch(/^Unknown call 0x[0-9a-f]{64}$/)
  })

  it("is explained like any other, also where its selector stands elsewhere, and by whom it is made", async () => {
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

  it("whose contract nobody names stays what it is", async () => {
    expect(formatFields(await nested({ calleePath: "nothing" }))[0]).toContain("0xa9059cbb")
    expect((await nested({ callee: target }, "0x")).fields[0]?.value).toMatchObject({
      call: { intent: "Send" },
    })
  })
})
