import { Effect } from "effect"
import { encodeFunctionData, parseAbi } from "viem"
import { describe, expect, it } from "vitest"
import {
  explainTestCall,
  formatFields,
  makeExplainContext,
  owner,
  target,
  testSources,
  usdc,
} from "../../testing/explainFixtures.ts"
import { explainCall } from "./explainCall.ts"

const spam = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"

describe("descriptor field", () => {
  const visible = async (rule: unknown, value = 5n) => {
    const explanation = await explainTestCall("f(uint256 value)", [value], {
      fields: [{ path: "value", label: "Value", visible: rule }],
    })
    return explanation.intent === null ? null : formatFields(explanation)
  }

  it("follows its visibility rule", async () => {
    expect(await visible("always")).toEqual(["Value: 5"])
    expect(await visible("optional")).toEqual(["Value: 5"])
    expect(await visible("never")).toEqual([])
    expect(await visible({ ifNotIn: [5] })).toEqual([])
    expect(await visible({ ifNotIn: ["0x05", null] })).toEqual([])
    expect(await visible({ ifNotIn: [6, true] })).toEqual(["Value: 5"])
  })

  it("makes the call unknown when a mustMatch rule fails", async () => {
    expect(await visible({ mustMatch: [4, 5] })).toEqual([])
    expect(await visible({ mustMatch: [4] })).toBeNull()
  })

  it("makes the call unknown when its path does not exist, unless it is optional or hidden", async () => {
    const at = (path: string, visible?: string) =>
      explainTestCall("f(uint256[] list)", [[]], { fields: [{ path, label: "Last", visible }] })
    expect((await at("list.[-1]")).intent).toBeNull()
    expect((await at("other")).intent).toBeNull()
    expect(await at("other", "optional")).toMatchObject({ intent: "Test", fields: [] })
    expect(await at("other", "never")).toMatchObject({ intent: "Test", fields: [] })
    expect(await at("list")).toMatchObject({ intent: "Test", fields: [] })
  })

  it("accepts a literal value, and merges over a definition", async () => {
    const explanation = await explainTestCall(
      "f(uint256 value, address token)",
      [17_000_000n, usdc],
      {
        fields: [
          { value: "Fixed", label: "What" },
          { path: "value", $ref: "$.display.definitions.amount", params: { tokenPath: "token" } },
          { path: "value", $ref: "$.display.definitions.amount", label: "Again", params: { threshold: "1" } },
          { value: 3600, $ref: "$.display.definitions.time" },
        ],
      },
      {
        display: {
          definitions: {
            amount: { label: "Amount", format: "tokenAmount", params: { token: spam, message: "All" } },
            time: { label: "Time", format: "duration" },
          },
          formats: {
            "f(uint256 value, address token)": {
              intent: "Test",
              fields: [
                { value: "Fixed", label: "What" },
                { path: "value", $ref: "$.display.definitions.amount", params: { tokenPath: "token" } },
                {
                  path: "value",
                  $ref: "$.display.definitions.amount",
                  label: "Again",
                  params: { threshold: "1" },
                },
                { value: 3600, $ref: "$.display.definitions.time" },
              ],
            },
          },
        },
      },
    )
    expect(formatFields(explanation)).toEqual([
      "What: Fixed",
      "Amount: 17 USDC",
      `Again: All ${spam}`,
      "Time: 01:00:00",
    ])
  })

  it("shows every element of a list with its separator", async () => {
    const explanation = await explainTestCall("f(uint256[] list)", [[7n, 8n]], {
      fields: [{ path: "list.[]", label: "Pool", separator: "no. {index}" }],
    })
    expect(formatFields(explanation)).toEqual(["Pool no. 0: 7", "Pool no. 1: 8"])
  })

  it("resolves the token of each amount", async () => {
    const explanation = await explainTestCall(
      "f(uint256[] amounts, address[] tokens)",
      [
        [1_000_000n, 2n],
        [usdc, spam],
      ],
      {
        fields: [
          { path: "amounts.[]", label: "Amount", format: "tokenAmount", params: { tokenPath: "tokens.[]" } },
        ],
      },
    )
    expect(formatFields(explanation)).toEqual(["Amount: 1 USDC", `Amount: 2 base units of ${spam}`])
  })

  it("strips and cuts its label", async () => {
    const { fields } = await explainTestCall("f(uint256 value)", [1n], {
      fields: [{ path: "value", label: `a\u202eb\n${"x".repeat(500)}` }],
    })
    expect(fields[0]?.label).toBe(`ab ${"x".repeat(77)}`)
  })
})

describe("descriptor group", () => {
  const parts = "f((address token, uint256 amount)[] parts, uint256[] a, uint256[] b)"
  const grouped = (group: object, b: readonly bigint[] = [3n, 4n]) =>
    explainTestCall(
      parts,
      [
        [
          { token: usdc, amount: 1_000_000n },
          { token: spam, amount: 2n },
        ],
        [1n, 2n],
        b,
      ],
      { fields: [group] },
    )
  const amounts = {
    path: "parts.[]",
    fields: [
      { path: "amount", label: "Amount", format: "tokenAmount", params: { tokenPath: "token" } },
      { path: "token", label: "Token" },
    ],
  }
  const lists = {
    fields: [
      { path: "a.[]", label: "A" },
      { path: "#.b.[]", label: "B" },
    ],
  }

  it("shows the fields of each element bundled or in sequence", async () => {
    const together = [
      "1: Amount: 1 USDC",
      `1: Token: ${usdc}`,
      `2: Amount: 2 base units of ${spam}`,
      `2: Token: ${spam}`,
    ]
    expect(formatFields(await grouped(amounts))).toEqual(together)
    expect(formatFields(await grouped({ ...amounts, iteration: "bundled" }))).toEqual(together)
    expect(formatFields(await grouped({ ...amounts, label: "Part", iteration: "sequential" }))).toEqual([
      "Part 1: Amount: 1 USDC",
      `Part 2: Amount: 2 base units of ${spam}`,
      `Part 1: Token: ${usdc}`,
      `Part 2: Token: ${spam}`,
    ])
  })

  it("shows lists in sequence or by index", async () => {
    expect(formatFields(await grouped({ ...lists, label: "L" }))).toEqual([
      "L: A: 1",
      "L: A: 2",
      "L: B: 3",
      "L: B: 4",
    ])
    expect(formatFields(await grouped({ ...lists, iteration: "bundled" }))).toEqual([
      "A: 1",
      "B: 3",
      "A: 2",
      "B: 4",
    ])
    expect((await grouped({ ...lists, iteration: "bundled" }, [3n])).intent).toBeNull()
  })

  it("stays in its element when a path starts at the root", async () => {
    const group = {
      path: "#.parts.[]",
      fields: [
        { path: "amount", label: "Amount", format: "tokenAmount", params: { tokenPath: "#.parts.[].token" } },
      ],
    }
    expect(formatFields(await grouped(group))).toEqual([
      "1: Amount: 1 USDC",
      `2: Amount: 2 base units of ${spam}`,
    ])
  })
})

describe("interpolatedIntent", () => {
  const said = async (
    interpolatedIntent: string,
    fields: readonly object[],
    value: unknown = 17_000_000n,
    type = "uint256",
  ) =>
    (await explainTestCall(`f(${type} value, address to)`, [value, spam], { interpolatedIntent, fields }))
      .interpolatedIntent

  const fields = [
    { path: "value", label: "Amount", format: "tokenAmount", params: { token: usdc } },
    { path: "to", label: "To", format: "addressName" },
  ]

  it("contains the formatted values", async () => {
    expect(await said("Send {value} to {#.to}", fields)).toBe(`Send 17 USDC to ${spam}`)
    expect(await said("Send {{all}} {value}", fields)).toBe("Send {all} 17 USDC")
    expect(await said("Say {value}", [{ path: "value" }], "hi” to “Bob", "string")).toBe("Say “hi to Bob”")
  })

  it("returns null when a value is unavailable or the sentence is invalid", async () => {
    expect(await said("Send {value} of {nothing}", fields)).toBeNull()
    expect(await said("Send {value}", [{ path: "value", label: "V", visible: "never" }])).toBeNull()
    expect(await said("Send {value}", [{ path: "value", label: "V", format: "tokenAmount" }])).toBeNull()
    expect(
      await said("Send {value}", [{ path: "value", label: "V", encryption: { scheme: "x" } }]),
    ).toBeNull()
    expect(await said("Send {value", fields)).toBeNull()
    expect(await said("Send {a b}", fields)).toBeNull()
    expect(await said(`Send {value} ${"x".repeat(300)}`, fields)).toBeNull()
  })
})

describe("intent", () => {
  it("accepts a table, strips it, and defaults to the function name", async () => {
    const intent = { "Native\u202e Staking": "Withdraw", Rewards: "All" }
    expect((await explainTestCall("f()", [], { intent })).intent).toBe(
      "Native Staking: Withdraw, Rewards: All",
    )
    expect((await explainTestCall("f()", [], { intent: "x".repeat(500) })).intent).toHaveLength(100)
    expect((await explainTestCall("f()", [], { intent: undefined })).intent).toBe("f")
  })
})

describe("explanation limits", () => {
  const signature = "f(uint256[] list)"
  const callOf = (count: number) => ({
    to: target,
    value: 0n,
    data: encodeFunctionData({
      abi: parseAbi([`function ${signature}`]),
      args: [Array.from({ length: count }, () => 1n)],
    }),
  })
  const descriptor = {
    context: { contract: { deployments: [{ chainId: 1, address: target }] } },
    display: { formats: { [signature]: { intent: "Test", fields: [{ path: "list.[]", label: "Item" }] } } },
  }

  it("returns a row for each value, however many they are", async () => {
    const { fields, intent } = await Effect.runPromise(
      explainCall({ ...makeExplainContext([descriptor]), call: callOf(10_000) }),
    )
    expect(intent).toBe("Test")
    expect(fields).toHaveLength(10_000)
  })

  it("rejects a call with too many values", async () => {
    const explained = explainCall({ ...makeExplainContext([descriptor]), call: callOf(30_000) })
    expect((await Effect.runPromise(explained)).intent).toBeNull()
  })

  it("stops at the maximum depth of nested calls", async () => {
    const own = {
      context: { contract: {} },
      display: {
        formats: {
          "multi(bytes[] data)": {
            intent: "Several",
            fields: [{ path: "data.[]", label: "Call", format: "calldata", params: { calleePath: "@.to" } }],
          },
        },
      },
    }
    const abi = parseAbi(["function multi(bytes[] data)"])
    const wrap = (inner: readonly `0x${string}`[]) => encodeFunctionData({ abi, args: [inner] })
    let data = wrap([])
    for (let depth = 0; depth < 8; depth++) data = wrap([data, data])
    const asked: string[] = []
    const read = { ...testSources, token: (token: string) => Effect.sync(() => (asked.push(token), null)) }
    let explanation = await Effect.runPromise(
      explainCall({ ...makeExplainContext([own], read), call: { to: target, value: 0n, data } }),
    )
    const depths: (string | null)[] = []
    for (;;) {
      depths.push(explanation.intent)
      const value = explanation.fields[0]?.value
      if (value?._tag !== "Call") break
      explanation = value.call
    }
    expect(depths).toEqual(["Several", "Several", "Several", "Several", "Several", null])
    expect(asked).toEqual([])
  })

  it("returns the rows of every nested call", async () => {
    const call = { path: "data.[]", label: "Call", format: "calldata", params: { calleePath: "@.to" } }
    const own = {
      context: { contract: {} },
      display: {
        formats: {
          [signature]: { intent: "List", fields: [{ path: "list.[]", label: "Item" }] },
          "multi(bytes[] data)": { intent: "Several", fields: [call] },
        },
      },
    }
    const data = encodeFunctionData({
      abi: parseAbi(["function multi(bytes[] data)"]),
      args: [[callOf(60).data, callOf(60).data]],
    })
    const { fields } = await Effect.runPromise(
      explainCall({ ...makeExplainContext([own]), call: { to: target, value: 0n, data } }),
    )
    const inner = fields.map(({ value }) => (value._tag === "Call" ? formatFields(value.call) : []))
    expect(inner.map((shown) => shown.length)).toEqual([60, 60])
    expect(inner[1]?.at(-1)).toBe("Item: 1")
  })
})

describe("addressName", () => {
  it("returns the trusted name with the address", async () => {
    const { fields } = await explainTestCall("f(address to)", [owner], {
      fields: [{ path: "to", label: "To", format: "addressName" }],
    })
    expect(fields).toEqual([
      { label: "To", text: `Alice (${owner})`, value: { _tag: "Address", address: owner, name: "Alice" } },
    ])
  })
})
