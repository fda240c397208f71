import fc from "fast-check"
import { encodeAbiParameters, parseAbiParameters, toFunctionSelector } from "viem"
import { describe, expect, it } from "vitest"
import { type AbiType, formatAbiType } from "./AbiType.ts"
import { type AbiValue, toPlainText } from "./AbiValue.ts"
import { decodeParameters } from "./decodeParameters.ts"
import { parseSignature } from "./FunctionSignature.ts"

const parseInputs = (text: string) => {
  const signature = parseSignature(text)
  if (signature === null) throw new Error(`No signature: ${text}`)
  return signature.inputs
}

/** A type and a value of it in viem's form. */
interface TypedSample {
  readonly type: AbiType
  readonly value: unknown
}

const arbitraryBytes = (size: { readonly min: number; readonly max: number }) =>
  fc
    .uint8Array({ minLength: size.min, maxLength: size.max })
    .map((bytes) => `0x${Buffer.from(bytes).toString("hex")}`)

const elementary: fc.Arbitrary<TypedSample> = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 32 }), fc.boolean()).chain(([bytes, signed]) => {
    const bits = bytes * 8
    const top = 1n << BigInt(signed ? bits - 1 : bits)
    return fc
      .bigInt({ min: signed ? -top : 0n, max: top - 1n })
      .map((value): TypedSample => ({ type: { _tag: "Integer", bits, signed }, value }))
  }),
  arbitraryBytes({ min: 20, max: 20 }).map((value): TypedSample => ({ type: { _tag: "Address" }, value })),
  fc.boolean().map((value): TypedSample => ({ type: { _tag: "Flag" }, value })),
  arbitraryBytes({ min: 0, max: 70 }).map(
    (value): TypedSample => ({ type: { _tag: "Bytes", size: null }, value }),
  ),
  fc
    .integer({ min: 1, max: 32 })
    .chain((size) =>
      arbitraryBytes({ min: size, max: size }).map(
        (value): TypedSample => ({ type: { _tag: "Bytes", size }, value }),
      ),
    ),
  fc.string({ unit: "grapheme" }).map((value): TypedSample => ({ type: { _tag: "Text" }, value })),
)

const toTupleSample = (samples: readonly TypedSample[]): TypedSample => ({
  type: { _tag: "Tuple", members: samples.map(({ type }, at) => ({ name: `m${at}`, type })) },
  value: Object.fromEntries(samples.map(({ value }, at) => [`m${at}`, value])),
})

const { sample } = fc.letrec<{ sample: TypedSample }>((tie) => ({
  sample: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    elementary,
    fc.array(tie("sample"), { minLength: 1, maxLength: 3 }).map(toTupleSample),
    fc.tuple(tie("sample"), fc.integer({ min: 1, max: 3 }), fc.boolean()).map(
      ([{ type, value }, count, isFixed]): TypedSample => ({
        type: { _tag: "List", of: type, length: isFixed ? count : null },
        value: Array.from({ length: count }, () => value),
      }),
    ),
  ),
}))

const named = (type: AbiType): string => {
  if (type._tag === "List") return `${named(type.of)}[${type.length ?? ""}]`
  return type._tag === "Tuple"
    ? `(${type.members.map((member) => `${named(member.type)} ${member.name}`).join(", ")})`
    : formatAbiType(type)
}

const fromViem = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(fromViem)
  if (typeof value === "object" && value !== null) return Object.values(value).map(fromViem)
  return String(value)
}

const fromOurs = (value: AbiValue): unknown => {
  if (value._tag === "List") return value.items.map(fromOurs)
  if (value._tag === "Struct") return [...value.members.values()].map(fromOurs)
  return value._tag === "Address" ? value.address : toPlainText(value)
}

describe("decodeParameters", () => {
  it("decodes what viem encodes for any types, and rejects truncated data", () => {
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1, maxLength: 4 }), fc.nat(), (samples, spot) => {
        const signature = `f(${samples.map(({ type }, at) => `${named(type)} p${at}`).join(", ")})`
        const inputs = parseInputs(signature)
        expect(inputs.members.map(({ type }) => type)).toEqual(samples.map(({ type }) => type))
        const parameters = parseAbiParameters(signature.slice(2, -1))
        const data = encodeAbiParameters(
          parameters,
          samples.map(({ value }) => value),
        ).slice(2)
        const decoded = decodeParameters(inputs, data)
        expect(decoded === null ? null : fromOurs(decoded.values)).toEqual(
          samples.map(({ value }) => fromViem(value)),
        )
        expect(decodeParameters(inputs, `${data}beef`)?.rest).toBe("beef")
        expect(decodeParameters(inputs, data.slice(0, -2))).toBeNull()
        // A changed digit gives other values or no valid encoding.
        const at = spot % data.length
        const changed = `${data.slice(0, at)}${data[at] === "f" ? "0" : "f"}${data.slice(at + 1)}`
        const other = decodeParameters(inputs, changed)
        expect(other === null ? null : fromOurs(other.values)).not.toEqual(
          samples.map(({ value }) => fromViem(value)),
        )
      }),
    )
  })

  it("terminates on arbitrary data, huge lengths and too many values", () => {
    const inputs = parseInputs("f((uint256[] a, bytes[][3] b)[] all, string text, bool[4] flags)")
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        decodeParameters(inputs, Buffer.from(bytes).toString("hex"))
      }),
    )
    const word = (value: bigint) => value.toString(16).padStart(64, "0")
    expect(decodeParameters(parseInputs("f(uint256[] a)"), word(32n) + word(2n ** 255n))).toBeNull()
    expect(decodeParameters(parseInputs("f(bytes[65536][65536] a)"), word(32n) + word(32n))).toBeNull()
    const many = 30_000
    expect(
      decodeParameters(parseInputs("f(uint8[] a)"), word(32n) + word(BigInt(many)) + word(1n).repeat(many)),
    ).toBeNull()
  })

  it.each([
    ["an offset into the head", "f(bytes a)", ["00", "00"]],
    ["an offset that skips", "f(bytes a)", ["40", "00", "00"]],
    ["padding", "f(bytes a)", ["20", "01", `61${"0".repeat(61)}1`]],
    ["a flag of two", "f(bool a)", ["02"]],
    ["a long address", "f(address a)", ["01".padEnd(64, "0")]],
    ["text that is none", "f(string a)", ["20", "01", "ff".padEnd(64, "0")]],
  ])("rejects %s, because no compiler encodes it", (_, signature, words) => {
    expect(
      decodeParameters(parseInputs(signature), words.map((word) => word.padStart(64, "0")).join("")),
    ).toBeNull()
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
    "f(a)b",
    "f(,)",
  ])("returns null for %j", (text) => {
    expect(parseSignature(text)).toBeNull()
  })

  it("never throws", () => {
    fc.assert(fc.property(fc.string(), (text) => void parseSignature(`f(${text})`)))
    expect(parseSignature(`f${"(".repeat(3000)})`)).toBeNull()
  })
})
