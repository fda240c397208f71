import { blake2b } from "@noble/hashes/blake2.js"
import { base58 } from "@scure/base"
import fc from "fast-check"
import { expect, it } from "vitest"
import { isPolkadotAddress } from "./PolkadotAddress.ts"

const alice = "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5"

// One account with the prefixes of Polkadot, of any network, and of Kusama.
it.each([
  alice,
  "5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY",
  "HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F",
])("accepts %s", (input) => expect(isPolkadotAddress(input)).toBe(true))

it.each([
  "",
  "1",
  alice.slice(0, -4),
  `${alice}5`,
  `${alice.slice(0, -1)}0`,
  ` ${alice}`,
  alice.toLowerCase(),
  "128Lkh3S7CkDTBZ8W7BbpsN3YYizJMp8p6",
  "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
  "0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb",
])("rejects %j", (input) => expect(isPolkadotAddress(input)).toBe(false))

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const oneByte = fc.nat({ max: 63 }).map((prefix) => [prefix])
const twoBytes = fc.tuple(fc.integer({ min: 64, max: 127 }), fc.nat({ max: 255 }))
const encode = (payload: readonly number[]) => {
  const checksum = blake2b(Uint8Array.from([...new TextEncoder().encode("SS58PRE"), ...payload])).slice(0, 2)
  return base58.encode(Uint8Array.from([...payload, ...checksum]))
}

it("accepts every account of every network", () => {
  fc.assert(
    fc.property(fc.oneof(oneByte, twoBytes), bytes(32), (prefix, account) => {
      expect(isPolkadotAddress(encode([...prefix, ...account]))).toBe(true)
    }),
  )
})

it("rejects any address with one changed character", () => {
  const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
  const changed = Array.from(alice, (_, at) =>
    Array.from(alphabet, (character) => alice.slice(0, at) + character + alice.slice(at + 1)),
  ).flat()
  expect(changed.filter((address) => address !== alice && isPolkadotAddress(address))).toEqual([])
})

it("rejects other prefixes and lengths even with a valid checksum", () => {
  fc.assert(
    fc.property(fc.integer({ min: 128, max: 255 }), bytes(33), fc.nat({ max: 31 }), (first, rest, short) => {
      expect(isPolkadotAddress(encode([first, ...rest]))).toBe(false)
      expect(isPolkadotAddress(encode([0, ...rest.subarray(0, short)]))).toBe(false)
    }),
  )
})

it("rejects any other text", () => {
  fc.assert(
    fc.property(
      fc.uint16Array().map((codes) => String.fromCharCode(...codes)),
      (text) => {
        expect(isPolkadotAddress(text)).toBe(false)
      },
    ),
  )
})
