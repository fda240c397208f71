import { Effect } from "effect"
import fc from "fast-check"
import { encodeFunctionData, hashDomain, keccak256, parseAbi } from "viem"
import { describe, expect, it } from "vitest"
import {
  explainTestTypedData,
  formatFields,
  makeExplainContext,
  owner,
  target,
  usdc,
} from "../../testing/explainFixtures.ts"
import { indexDescriptors } from "./DescriptorIndex.ts"
import { bundledDescriptors } from "./descriptors/bundledDescriptors.ts"
import { explainCall } from "./explainCall.ts"
import { explainTypedData } from "./explainTypedData.ts"

const signature = "f(uint256 value)"
const data = encodeFunctionData({ abi: parseAbi([`function ${signature}`]), args: [5n] })
const field = { path: "value", label: "Value" }
const format = { intent: "Test", fields: [field] }
const formats = { [signature]: format }
const here = { contract: { deployments: [{ chainId: 1, address: target.toLowerCase() }] } }

const explained = (
  descriptors: readonly unknown[],
  call: { readonly to?: string; readonly data?: string } = {},
) =>
  Effect.runPromise(
    explainCall({ ...makeExplainContext(descriptors), call: { to: target, value: 0n, data, ...call } }),
  )

const intentWith = async (context: object, rest: object = {}) =>
  (await explained([{ context, display: { formats }, ...rest }])).intent

describe("descriptor binding", () => {
  it("applies to the contracts in its deployments, on their chains", async () => {
    expect(await intentWith(here)).toBe("Test")
    expect(await intentWith({ contract: { deployments: [{ chainId: 1, address: usdc }] } })).toBeNull()
    expect(await intentWith({ contract: { deployments: [{ chainId: 10, address: target }] } })).toBeNull()
    expect(await intentWith({ contract: { deployments: [] } })).toBeNull()
  })

  it("prefers a descriptor for the contract over a generic one, even if that does not match", async () => {
    const any = {
      context: { contract: {} },
      display: { formats: { [signature]: { ...format, intent: "Any" } } },
    }
    const strict = {
      context: here,
      display: {
        formats: { [signature]: { intent: "Strict", fields: [{ ...field, visible: { mustMatch: [6] } }] } },
      },
    }
    expect((await explained([any])).intent).toBe("Any")
    expect((await explained([any, { context: here, display: { formats } }])).intent).toBe("Test")
    expect((await explained([any, strict])).intent).toBeNull()
  })

  it("ignores a descriptor with a factory, because its contracts are unknown", async () => {
    const factory = { deployments: [{ chainId: 1, address: usdc }], deployEvent: "Made(address)" }
    expect(await intentWith({ contract: { factory } })).toBeNull()
    expect(await intentWith({ contract: { ...here.contract, factory } })).toBeNull()
  })

  it.each([
    ["no object", null],
    ["no context", { display: { formats } }],
    ["two bindings", { context: { ...here, eip712: {} }, display: { formats } }],
    [
      "an address that is none",
      { context: { contract: { deployments: [{ chainId: 1, address: "0x" }] } }, display: { formats } },
    ],
    ["a signature without names", { context: here, display: { formats: { "f(": format } } }],
    [
      "a path that is none",
      { context: here, display: { formats: { [signature]: { fields: [{ path: "a b" }] } } } },
    ],
    [
      "a definition that is not there",
      {
        context: here,
        display: { formats: { [signature]: { fields: [{ $ref: "$.display.definitions.toString" }] } } },
      },
    ],
    [
      "a rule that is none",
      {
        context: here,
        display: { formats: { [signature]: { fields: [{ ...field, visible: { ifNotin: [] } }] } } },
      },
    ],
    [
      "neither path nor value",
      { context: here, display: { formats: { [signature]: { fields: [{ label: "A" }] } } } },
    ],
  ])("leaves out a descriptor with %s and warns its owner", (_, descriptor) => {
    const { descriptors, budget } = makeExplainContext([descriptor])
    expect(budget).toHaveLength(1)
    expect(budget[0]).toContain("own/0.json")
    expect(descriptors.calls(data.slice(0, 10), 1n, target)).toEqual([])
  })

  it("accepts a descriptor of version 1 with its supported fields", async () => {
    const old = { ...format, required: ["value"], excluded: ["other"], screens: {} }
    const context = { contract: { ...here.contract, abi: "https://example.com/abi.json" } }
    expect((await explained([{ context, display: { formats: { [signature]: old } } }])).intent).toBe("Test")
  })
})

describe("resolveIncludes", () => {
  const shared = { context: { contract: {} }, display: { formats } }
  const at = (url: string, descriptor: unknown) => ({ url, descriptor })
  const including = (includes: string, more: object = {}) => ({ includes, context: here, ...more })
  const read = async (files: readonly { readonly url: string; readonly descriptor: unknown }[]) => {
    const left: string[] = []
    const descriptors = indexDescriptors(files, [], (text) => left.push(text))
    const call = { to: target, value: 0n, data }
    return {
      left,
      explanation: await Effect.runPromise(explainCall({ ...makeExplainContext([]), descriptors, call })),
    }
  }

  it("merges includes under the descriptor by relative path", async () => {
    const more = {
      metadata: { owner: "Us" },
      display: {
        formats: {
          [signature]: {
            fields: [
              { path: "value", format: "duration" },
              { path: "@.to", label: "At" },
            ],
          },
        },
      },
    }
    const { explanation, left } = await read([
      at("ercs/shared.json", { ...shared, context: { contract: { deployments: [] } } }),
      at("registry/us/own.json", including("../../ercs/shared.json", more)),
    ])
    expect(left).toEqual([])
    expect(explanation).toMatchObject({ intent: "Test", owner: "Us" })
    expect(formatFields(explanation)).toEqual(["Value: 00:00:05", `At: ${target}`])
  })

  it("leaves out a descriptor with a missing or circular include", async () => {
    expect((await read([at("a.json", including("b.json", { display: { formats } }))])).left).toEqual([
      "Ignored the descriptor a.json: it includes a missing file: b.json.",
    ])
    const { explanation, left } = await read([
      at("a.json", including("b.json", { display: { formats } })),
      at("b.json", including("a.json", { display: { formats } })),
    ])
    expect(left).toHaveLength(2)
    expect(explanation.intent).toBeNull()
  })

  it("does not pollute the object prototype", async () => {
    const hostile = JSON.parse(
      `{"context":{"contract":{}},"__proto__":{"polluted":1},"display":{"formats":{}}}`,
    )
    await read([at("a.json", hostile), at("b.json", including("a.json", { display: { formats } }))])
    expect(Reflect.get({}, "polluted")).toBeUndefined()
  })
})

describe("explainCall", () => {
  it("returns only the digest of an unknown call", async () => {
    for (const unknown of ["0x12345678", "0x12", data.slice(0, 40)]) {
      const explanation = await explained([{ context: here, display: { formats } }], { data: unknown })
      expect(explanation).toEqual({
        intent: null,
        interpolatedIntent: null,
        owner: null,
        contractName: null,
        contract: target,
        value: 0n,
        fields: [],
        digest: keccak256(unknown as `0x${string}`),
      })
    }
  })

  it("shows extra data after the parameters", async () => {
    const explanation = await explained([{ context: here, display: { formats } }], {
      data: `${data}8b1ccac8`,
    })
    expect(formatFields(explanation)).toEqual(["Value: 5", "More data: 0x8b1ccac8"])
  })

  it("explains empty calldata as a payment", async () => {
    const explanation = await Effect.runPromise(
      explainCall({ ...makeExplainContext([]), call: { to: owner, value: 10n ** 18n, data: "0x" } }),
    )
    expect(explanation.intent).toBe("Send")
    expect(formatFields(explanation)).toEqual(["Amount: 1 ETH", `To: Alice (${owner})`])
  })
})

describe("explainTypedData", () => {
  const typedData = {
    types: {
      EIP712Domain: [
        { name: "name", type: "string" },
        { name: "chainId", type: "uint256" },
        { name: "verifyingContract", type: "address" },
      ],
      Order: [
        { name: "maker", type: "address" },
        { name: "parts", type: "Part[]" },
      ],
      Part: [{ name: "value", type: "uint256" }],
    },
    primaryType: "Order",
    domain: { name: "Shop", chainId: 1, verifyingContract: target },
    message: { maker: owner, parts: [{ value: "1" }, { value: "2" }] },
  } as const
  const key = "Order( address maker , Part[] parts ) Part(uint256 value)"
  const order = { [key]: { intent: "Order", fields: [{ path: "parts.[].value", label: "Part" }] } }
  const under = (eip712: object, data: unknown = typedData) =>
    explainTestTypedData({ context: { eip712 }, display: { formats: order } }, data)

  it("matches the type regardless of white space", async () => {
    const explanation = await under({})
    expect(explanation).toMatchObject({ intent: "Order", contract: target })
    expect(formatFields(explanation)).toEqual(["Part: 1", "Part: 2"])
  })

  it("requires every constraint of the descriptor", async () => {
    const deployments = [{ chainId: 1, address: target }]
    const domainSeparator = hashDomain({
      domain: { ...typedData.domain, chainId: 1n },
      types: typedData.types,
    })
    const domain = { name: "Shop", chainId: 1, verifyingContract: target.toLowerCase() }
    for (const fits of [
      { deployments },
      { domain },
      { domainSeparator },
      { deployments, domain, domainSeparator },
    ])
      expect((await under(fits)).intent).toBe("Order")
    for (const wrong of [
      { deployments: [{ chainId: 10, address: target }] },
      { deployments: [{ chainId: 1, address: usdc }] },
      { deployments: [] },
      { domain: { ...domain, name: "Other" } },
      { domain: { ...domain, version: "1" } },
      { domain: { ...domain, chainId: 2 } },
      { domain, domainSeparator: `0x${"0".repeat(64)}` },
    ])
      expect((await under(wrong)).intent).toBeNull()
  })

  it("matches only the signed fields of the domain", async () => {
    const deployments = [{ chainId: 1, address: target }]
    const types = { ...typedData.types, EIP712Domain: [{ name: "name", type: "string" }] }
    const explanation = await under({ deployments }, { ...typedData, types })
    expect(explanation).toMatchObject({ intent: null, contract: null })
    expect(
      (await under({ domain: { verifyingContract: target } }, { ...typedData, types })).intent,
    ).toBeNull()
  })

  it("returns the signed digest without an intent for another type", async () => {
    const types = { ...typedData.types, Part: [{ name: "value", type: "uint128" }] }
    const explanation = await under({}, { ...typedData, types })
    expect(explanation.intent).toBeNull()
    expect(explanation.digest).not.toBe((await under({})).digest)
    expect((await under({}, "no typed data")).digest).toBe(
      keccak256(new TextEncoder().encode('"no typed data"')),
    )
  })
})

describe("explanation of arbitrary input", () => {
  it("never throws and stays in bounds for arbitrary descriptors and calldata", async () => {
    const json = fc.jsonValue({ maxDepth: 4 })
    const broken = fc
      .tuple(
        fc.constantFrom(
          "path",
          "label",
          "format",
          "params",
          "visible",
          "separator",
          "encryption",
          "fields",
          "iteration",
          "$ref",
          "value",
        ),
        json,
      )
      .map(([name, value]) => ({
        context: here,
        display: { formats: { [signature]: { intent: "Test", fields: [{ ...field, [name]: value }] } } },
      }))
    const paths = fc.stringMatching(/^[#@$]?\.?[a-z.[\]:0-9-]{0,12}$/)
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(broken, json),
        paths,
        fc.uint8Array({ maxLength: 100 }),
        async (descriptor, path, tail) => {
          const pathed = {
            context: here,
            display: {
              formats: {
                [signature]: { fields: [{ path, format: "tokenAmount", params: { tokenPath: path } }] },
              },
            },
          }
          for (const call of [
            data,
            `${data}${Buffer.from(tail).toString("hex")}`,
            `${data.slice(0, 10)}${Buffer.from(tail).toString("hex")}`,
          ]) {
            const explanation = await explained([descriptor, pathed], { data: call })
            expect(explanation.digest).toBe(keccak256(call as `0x${string}`))
            for (const { label, text } of explanation.fields) {
              expect(Array.from(label).length).toBeLessThanOrEqual(80)
              expect(Array.from(text).length).toBeLessThanOrEqual(300)
            }
          }
        },
      ),
    )
  })

  it("stays in bounds for corrupted typed data and corrupted bundled descriptors", async () => {
    const permit = {
      types: {
        Permit: [
          { name: "owner", type: "address" },
          { name: "spender", type: "address" },
          { name: "value", type: "uint256" },
          { name: "nonce", type: "uint256" },
          { name: "deadline", type: "uint256" },
        ],
      },
      primaryType: "Permit",
      domain: { name: "USD Coin", chainId: 1, verifyingContract: usdc },
      message: { owner, spender: target, value: "5", nonce: 0, deadline: 0 },
    }
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(), fc.jsonValue({ maxDepth: 2 }), async (which, where, value) => {
        const file = bundledDescriptors[which % bundledDescriptors.length]
        const left: string[] = []
        const broken = [{ url: "a.json", descriptor: breakAt(file?.descriptor, where, value) }]
        const descriptors = indexDescriptors(broken, [], (text) => left.push(text))
        const explaining = { ...makeExplainContext([]), descriptors }
        const typedData = JSON.stringify(breakAt(permit, where, value))
        for (const explanation of [
          await Effect.runPromise(explainTypedData({ ...explaining, typedData })),
          await Effect.runPromise(explainTypedData({ ...explaining, typedData: JSON.stringify(permit) })),
          await Effect.runPromise(explainCall({ ...explaining, call: { to: target, value: 0n, data } })),
        ]) {
          expect(explanation.digest).toMatch(/^0x[0-9a-f]{64}$/)
          expect(explanation.fields.length).toBeLessThanOrEqual(102)
        }
        expect(left.every((text) => text.includes("a.json"))).toBe(true)
      }),
    )
  })
})

/** Returns the same JSON with one value replaced. */
const breakAt = (json: unknown, where: number, value: unknown): unknown => {
  const entries = typeof json === "object" && json !== null ? Object.entries(json) : []
  if (entries.length === 0) return value
  const at = where % entries.length
  const changed = entries.map(([key, inner], index) => [
    key,
    index === at ? (where % 7 === 0 ? value : breakAt(inner, Math.floor(where / 2), value)) : inner,
  ])
  return Array.isArray(json) ? changed.map(([, inner]) => inner) : Object.fromEntries(changed)
}
