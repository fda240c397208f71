import fc from "fast-check"
import type { AbiParameter } from "viem"
import { encodeAbiParameters, parseAbiParameters, toFunctionSelector } from "viem/utils"
import { describe, expect, it } from "vitest"
import { decodeParameters } from "./decodeParameters.ts"
import { parseSignature } from "./FunctionSignature.ts"

const decode = (parameters: string, data: string) => decodeParameters(parseAbiParameters(parameters), data)

interface Sample {
  readonly param: AbiParameter
  readonly value: unknown
}

const bytesOf = (size: { readonly min: number; readonly max: number }) =>
  fc
    .uint8Array({ minLength: size.min, maxLength: size.max })
    .map((bytes) => `0x${Buffer.from(bytes).toString("hex")}`)

const toSamples = (type: string, values: fc.Arbitrary<unknown>) =>
  values.map((value): Sample => ({ param: { type }, value }))

const elementary: fc.Arbitrary<Sample> = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 32 }), fc.boolean()).chain(([bytes, signed]) => {
    const top = 1n << BigInt(bytes * 8 - (signed ? 1 : 0))
    const values = fc.bigInt({ min: signed ? -top : 0n, max: top - 1n })
    return toSamples(`${signed ? "" : "u"}int${bytes * 8}`, values)
  }),
  toSamples("address", bytesOf({ min: 20, max: 20 })),
  toSamples("bool", fc.boolean()),
  toSamples("bytes", bytesOf({ min: 0, max: 70 })),
  fc
    .integer({ min: 1, max: 32 })
    .chain((size) => toSamples(`bytes${size}`, bytesOf({ min: size, max: size }))),
  toSamples("string", fc.string({ unit: "grapheme" })),
)

const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    elementary,
    fc.array(tie("sample"), { minLength: 1, maxLength: 3 }).map(
      (members): Sample => ({
        param: {
          type: "tuple",
          components: members.map(({ param }, at) => ({ ...param, name: `m${at}` })),
        },
        value: Object.fromEntries(members.map(({ value }, at) => [`m${at}`, value])),
      }),
    ),
    fc.tuple(tie("sample"), fc.integer({ min: 1, max: 3 }), fc.boolean()).map(
      ([{ param, value }, count, isFixed]): Sample => ({
        param: { ...param, type: `${param.type}[${isFixed ? count : ""}]` },
        value: Array.from({ length: count }, () => value),
      }),
    ),
  ),
}))

/** Numbers of any size and addresses in any case look the same. */
const toComparable = (value: unknown): string =>
  JSON.stringify(value, (_, part) => (typeof part === "object" ? part : String(part).toLowerCase()))

const word = (value: bigint | number) => value.toString(16).padStart(64, "0")

describe("decodeParameters", () => {
  it("decodes an encoding of any types and no other bytes to the same values", () => {
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1, maxLength: 4 }), fc.nat(), (samples, spot) => {
        const params = samples.map(({ param }) => param)
        const values = samples.map(({ value }) => value)
        const data = encodeAbiParameters(params, values).slice(2)
        const wanted = toComparable(values)
        expect(toComparable(decodeParameters(params, data)?.values.value)).toBe(wanted)
        expect(decodeParameters(params, `${data}beef`)?.rest).toBe("beef")
        expect(decodeParameters(params, data.slice(0, -2))).toBeNull()
        const at = spot % data.length
        const changed = `${data.slice(0, at)}${data[at] === "f" ? "0" : "f"}${data.slice(at + 1)}`
        expect(toComparable(decodeParameters(params, changed)?.values.value ?? null)).not.toBe(wanted)
      }),
    )
  })

  it("terminates on arbitrary data, huge lengths and too many values", () => {
    const inputs = parseAbiParameters("(uint256[] a, bytes[][3] b)[] all, string text, bool[4] flags")
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        decodeParameters(inputs, Buffer.from(bytes).toString("hex"))
      }),
    )
    const many = 30_000
    expect(decode("uint256[] a", word(32) + word(2n ** 255n))).toBeNull()
    expect(decode("bytes[65536][65536] a", word(32) + word(32))).toBeNull()
    expect(decode("uint8[] a", word(32) + word(many) + word(1).repeat(many))).toBeNull()
  })

  it("terminates on thousands of offsets to the same bytes", () => {
    const count = 8_000
    const shared = word(320_000) + "ff".repeat(320_000)
    const data = word(32) + word(count) + word(count * 32).repeat(count) + shared
    expect(decode("bytes[] a", data)).toBeNull()
    expect(decode("string[] a", data)).toBeNull()
  })

  it.each([
    ["an offset into the head", "bytes a", [0, 0]],
    ["an offset that skips", "bytes a", [64, 0, 0]],
    ["two offsets to one value", "bytes a, bytes b", [64, 64, 0, 0]],
    ["values in another order", "bytes a, bytes b", [96, 64, 0, 0]],
    ["padding", "bytes a", [32, 1, (0x61n << 248n) + 1n]],
    ["a flag of two", "bool a", [2]],
    ["a long address", "address a", [1n << 160n]],
    ["a number beyond its size", "uint48 a", [1n << 48n]],
    ["text that is none", "string a", [32, 1, 0xffn << 248n]],
    ["text after a byte order mark, which not all count to it", "string a", [32, 4, 0xefbbbf61n << 224n]],
  ])("rejects %s, because no compiler encodes it or two read it differently", (_, parameters, words) => {
    expect(decode(parameters, words.map(word).join(""))).toBeNull()
  })

  it("returns all data as the rest of a function without parameters", () => {
    expect(decodeParameters([], "beef")?.rest).toBe("beef")
  })
})

describe("parseSignature", () => {
  it.each([
    [
      "swap(address executor, (address srcToken, address dstToken, uint256 amount)[] desc, bytes permit)",
      "swap(address,(address,address,uint256)[],bytes)",
    ],
    [" f ( uint a , int[2][] b ) ", "f(uint256,int256[2][])"],
    ["f()", "f()"],
    ["f(tuple(uint256 a) b)", "f((uint256))"],
    ["tuple(uint256 a)", "tuple(uint256)"],
    ["f((uint256 a) b, (bool c) [] d)", "f((uint256),(bool)[])"],
  ])("parses %j to the selector of %s", (text, canonical) => {
    expect(parseSignature(text)?.selector).toBe(toFunctionSelector(`function ${canonical}`))
  })

  it.each([
    "",
    "f",
    "f(",
    "f(uint7 a)",
    "f(bytes33 a)",
    "f(uint256 a, uint256 a)",
    "f(uint256[0] a)",
    "f(uint256[01] a)",
    "f(uint256[1000000] a)",
    `f(uint256${"[]".repeat(9)} a)`,
    "f((uint256 a, bool a) b)",
    "f(uint256 __proto__)",
    "f(toString a)",
    "f(a)b",
    "f(,)",
  ])("returns null for %j", (text) => {
    expect(parseSignature(text)).toBeNull()
  })

  it("never throws", () => {
    fc.assert(fc.property(fc.string(), (text) => void parseSignature(`f(${text})`)))
    expect(parseSignature(`f${"(".repeat(3000)})`)).toBeNull()
    expect(parseSignature(`f${"(".repeat(1900)}bool${")".repeat(1900)}`)).toBeNull()
  })
})
