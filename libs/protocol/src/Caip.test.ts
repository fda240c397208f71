import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import {
  isCaipNetworkId,
  isNamespace,
  toNamespace,
  toNetworkId,
  toPlainAddress,
  toReference,
} from "./Caip.ts"
import {
  formatCaipAddress,
  formatCaipNetworkId,
  isCaipAddress,
  parseCaipAddress,
  parseCaipNetworkId,
} from "./parseCaip.ts"

const file = join(import.meta.dirname, "../../../vectors/caip/valid.json")
const Vectors = z.object({ vectors: z.record(z.string(), z.array(z.object({ value: z.string() }))) })

describe("the public CAIP test vectors", () => {
  const load = (name: string) => {
    const { vectors } = Vectors.parse(JSON.parse(readFileSync(file, "utf8")))
    return (vectors[name] ?? []).map(({ value }) => value)
  }

  it("keeps every vector unchanged as CAIP-2 ids", () => {
    const ids = load("caip-2")
    expect(ids.length).toBeGreaterThan(10)
    expect(ids.map((id) => formatCaipNetworkId(Result.getOrThrow(parseCaipNetworkId(id))))).toEqual(ids)
  })

  it("keeps every vector unchanged as CAIP-10 ids", () => {
    const ids = load("caip-10")
    expect(ids.length).toBeGreaterThan(5)
    expect(ids.map((id) => formatCaipAddress(Result.getOrThrow(parseCaipAddress(id))))).toEqual(ids)
  })
})

describe("invalid ids", () => {
  it.each(["", ":", "eip155", "eip155:", ":1", "eip155:1:", "eip155:1:0x"])(
    "rejects %j as a CAIP-2 id",
    (input) => {
      const error = Result.getOrThrow(Result.flip(parseCaipNetworkId(input)))
      expect(error._tag).toBe("InvalidCaipNetworkId")
      expect(error.message).toBe(`Invalid CAIP-2 network id: ${input}`)
    },
  )

  it.each(["", "::", "eip155:1", "eip155:1:", "eip155::0x", ":1:0x", "eip155:1:0x:y"])(
    "rejects %j as a CAIP-10 id",
    (input) => {
      const error = Result.getOrThrow(Result.flip(parseCaipAddress(input)))
      expect(error._tag).toBe("InvalidCaipAddress")
      expect(error.message).toBe(`Invalid CAIP-10 address: ${input}`)
    },
  )
})

/** Any JavaScript string, including lone surrogates. */
const utf16 = fc.uint16Array().map((codes) => String.fromCharCode(...codes))
const part = fc.stringMatching(/^[-_a-zA-Z0-9]{1,32}$/)

it("formats any parts and parses them back", () => {
  fc.assert(
    fc.property(part, part, part, (namespace, reference, address) => {
      const parts = { namespace, reference, address }
      expect(Result.getOrThrow(parseCaipAddress(formatCaipAddress(parts)))).toEqual(parts)
      const network = { namespace, reference }
      expect(Result.getOrThrow(parseCaipNetworkId(formatCaipNetworkId(network)))).toEqual(network)
    }),
  )
})

it("never throws, and accepts only ids in canonical form", () => {
  const anything = fc.oneof(
    utf16,
    fc.array(fc.string(), { maxLength: 5 }).map((p) => p.join(":")),
  )
  fc.assert(
    fc.property(anything, (input) => {
      const written = Result.map(parseCaipAddress(input), formatCaipAddress)
      expect(Result.getOrElse(written, () => input)).toBe(input)
      expect(isCaipAddress(input) && isCaipNetworkId(input)).toBe(false)
    }),
  )
})

it("accepts the four supported namespaces and no other", () => {
  expect(["eip155", "solana", "polkadot", "bip122"].every(isNamespace)).toBe(true)
  expect(["cosmos", "EIP155", "", "constructor"].some(isNamespace)).toBe(false)
  expect(isCaipNetworkId("eip155:1")).toBe(true)
  expect(isCaipNetworkId("cosmos:cosmoshub-3")).toBe(false)
  expect(isCaipNetworkId(1)).toBe(false)
  expect(isCaipAddress("eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb")).toBe(true)
  expect(isCaipAddress("cosmos:cosmoshub-3:cosmos1t2u")).toBe(false)
  expect(isCaipAddress(null)).toBe(false)
})

it("returns the parts of any id that parses", () => {
  fc.assert(
    fc.property(part, part, part, (namespace, reference, address) => {
      const [network, account] = [
        formatCaipNetworkId({ namespace, reference }),
        formatCaipAddress({ namespace, reference, address }),
      ]
      expect([toNamespace(network), toNamespace(account), toNamespace(namespace)]).toEqual([
        namespace,
        namespace,
        namespace,
      ])
      expect(toReference(network)).toBe(reference)
      expect(toNetworkId(account)).toBe(network)
      expect([toPlainAddress(account), toPlainAddress(address)]).toEqual([address, address])
    }),
  )
})
