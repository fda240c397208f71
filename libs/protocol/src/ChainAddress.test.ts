import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { namespaces } from "./Caip.ts"
import { findAddressNamespace, isValidAddress, normalizeAddress } from "./ChainAddress.ts"

it.each([
  ["eip155", "0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb"],
  ["solana", "So11111111111111111111111111111111111111112"],
  ["polkadot", "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5"],
  ["bip122", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
] as const)("accepts as %s only the address %s", (owner, address) => {
  expect(namespaces.filter((namespace) => isValidAddress(namespace, address))).toEqual([owner])
})

it("rejects any other text in every namespace", () => {
  fc.assert(
    fc.property(
      fc.uint16Array().map((codes) => String.fromCharCode(...codes)),
      (text) => {
        expect(namespaces.some((namespace) => isValidAddress(namespace, text))).toBe(false)
      },
    ),
  )
})

describe("normalizeAddress", () => {
  const segwit = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"

  it("ignores case only on chains where it is insignificant", () => {
    expect(normalizeAddress("bip122", segwit.toUpperCase())).toBe(segwit)
    expect(normalizeAddress("bip122", "AB".repeat(32))).toBe("ab".repeat(32))
    expect(normalizeAddress("eip155", "0xAB")).toBe("0xab")
  })

  it.each([
    ["solana", "7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv"],
    // Base58 may begin with the prefix of a segwit address.
    ["solana", "bc1AHxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv"],
    ["bip122", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"],
  ] as const)("keeps the case of %s addresses such as %s", (namespace, address) => {
    expect(normalizeAddress(namespace, address)).toBe(address)
  })
})

describe("findAddressNamespace", () => {
  it.each([
    ["0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb", "eip155"],
    ["7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv", "solana"],
    // A legacy Bitcoin address has the form of a Solana address, too.
    ["1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "bip122"],
    ["alice.eth", null],
  ])("returns the namespace of %s", (text, namespace) => {
    expect(findAddressNamespace(text)).toBe(namespace)
  })
})
