import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { parseEthereumUri } from "./EthereumUri.ts"

const file = join(import.meta.dirname, "../../../vectors/uris/erc681.json")
const Vectors = z.object({ vectors: z.array(z.string()) })

const target = "0xfb6916095ca1df60bb79Ce92ce3ea74c37c5d359"
const read = (uri: string) => Result.getOrThrow(parseEthereumUri(uri))
const refused = (uri: string) => Result.getOrThrow(Result.flip(parseEthereumUri(uri)))

it("parses the public test vectors", () => {
  const { vectors } = Vectors.parse(JSON.parse(readFileSync(file, "utf8")))
  expect(vectors.map(read)).toEqual([
    {
      target: "0x89205a3a3b2a69de6dbf7f01ed13b2108b2c43e7",
      function: "transfer",
      arguments: [
        { type: "address", value: "0x8e23ee67d1332ad560396262c48ffbb01f93d052" },
        { type: "uint256", value: 1n },
      ],
    },
    { target, arguments: [], value: 2_014_000_000_000_000_000n },
  ])
})

it("parses chain, fee, name, function and arguments", () => {
  expect(read(`ethereum:${target}`)).toEqual({ target, arguments: [] })
  expect(read(`ethereum:${target}?`)).toEqual({ target, arguments: [] })
  expect(read(`ETHEREUM:pay-${target}@8453?value=1&gas=21000&gasPrice=1.5e9`)).toEqual({
    target,
    chainId: 8453,
    arguments: [],
    value: 1n,
    gasLimit: 21_000n,
    gasPrice: 1_500_000_000n,
  })
  expect(read("ethereum:pay-my-own.eth/vote?uint8[2]=1,2&string=a%26b&int256=-5")).toEqual({
    target: "my-own.eth",
    function: "vote",
    arguments: [
      { type: "uint8[2]", value: "1,2" },
      { type: "string", value: "a&b" },
      { type: "int256", value: -5n },
    ],
  })
})

describe("parseEthereumUri with invalid links", () => {
  it.each([
    "",
    target,
    "ethereum:",
    "ethereum:0x12",
    `ethereum:${target}0`,
    "ethereum:somebody.eth",
    "ethereum:pay-somebody",
    `bitcoin:${target}`,
    `ethereum:${target}@`,
    `ethereum:${target}@0`,
    `ethereum:${target}@0x1`,
    `ethereum:${target}@99999999999999999999`,
    `ethereum:${target}/`,
    `ethereum:${target}/a b`,
    `ethereum:${target}?value=1#x`,
    ` ethereum:${target}`,
  ])("rejects %j", (uri) => {
    expect(refused(uri).reason).toEqual({ _tag: "Form" })
    expect(refused(uri).message).toBe(`Not an Ethereum link: ${uri}`)
  })

  it.each([
    ["value=1&value=2", "value"],
    ["gas=1&gasLimit=1", "gasLimit"],
    ["value=-1", "value"],
    ["value=1.5", "value"],
    ["value=1e-1", "value"],
    ["value=0.1e0", "value"],
    ["value=", "value"],
    ["value", "value"],
    ["value=0x10", "value"],
    ["value=%zz", "value"],
    ["value=1e99", "value"],
    ["value=1e78", "value"],
    ["value=1e999999999", "value"],
    ["amount=1", "amount"],
    ["uint256=1", "uint256"],
  ])("rejects the parameters %j", (query, name) => {
    const uri = `ethereum:${target}?${query}`
    expect(refused(uri).reason).toEqual({ _tag: "Parameter", name })
    expect(refused(uri).message).toBe(`Invalid field in an Ethereum link: ${name}`)
  })

  it.each([
    ["uint256=-1", "uint256"],
    ["uint256=1.5", "uint256"],
    ["tuple=1", "tuple"],
    ["__proto__=1", "__proto__"],
    ["address=1&", ""],
  ])("rejects the arguments %j", (query, name) => {
    expect(refused(`ethereum:${target}/f?${query}`).reason).toEqual({ _tag: "Parameter", name })
  })
})

it("parses any number of up to 256 bits in any notation", () => {
  const max = 2n ** 256n - 1n
  expect(read(`ethereum:${target}?value=${max}`).value).toBe(max)
  expect(refused(`ethereum:${target}?value=${max + 1n}`).reason._tag).toBe("Parameter")
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max }), fc.nat({ max: 77 }), (value, exponent) => {
      const all = value.toString().padStart(exponent + 1, "0")
      const cut = all.length - exponent
      const written = exponent === 0 ? all : `${all.slice(0, cut)}.${all.slice(cut)}e${exponent}`
      expect(read(`ethereum:${target}?value=${written}`).value).toBe(value)
      expect(read(`ethereum:${target}?value=${encodeURIComponent(`+${written}`)}`).value).toBe(value)
    }),
  )
})

it("returns a typed error instead of throwing for any text", () => {
  const pieces = fc.constantFrom(
    "/",
    "f",
    "?",
    "&",
    "=",
    "value",
    "uint256",
    "@",
    "1",
    "e",
    ".",
    "%",
    "-",
    "pay-",
  )
  const anything = fc.oneof(
    fc.uint16Array().map((codes) => String.fromCharCode(...codes)),
    fc.array(pieces).map((chosen) => `ethereum:${target}${chosen.join("")}`),
  )
  fc.assert(
    fc.property(anything, (uri) => {
      const outcome = parseEthereumUri(uri)
      expect(Result.isFailure(outcome) ? outcome.failure._tag : outcome.success.target).toMatch(
        /^(InvalidEthereumUri|0xfb6916095ca1df60bb79Ce92ce3ea74c37c5d359)$/,
      )
    }),
  )
})
