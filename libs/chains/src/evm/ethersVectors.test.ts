import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { mainnet } from "@wmodal/protocol/networks"
import { isHex, keccak256 } from "viem"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { toTransactionHash } from "./broadcast.ts"
import { decodeTypedData } from "./explain/data/DecodedTypedData.ts"
import { normalizeAddress } from "./normalizeAddress.ts"

const folder = join(import.meta.dirname, "../../../../vectors/ethers")
const unzip = (name: string): unknown =>
  JSON.parse(gunzipSync(readFileSync(join(folder, `${name}.json.gz`))).toString())

const Members = z.array(z.object({ name: z.string(), type: z.string() }))
const Values = z.record(z.string(), z.unknown())

describe("decodeTypedData with the vectors of ethers", () => {
  const vectors = z
    .array(
      z.object({
        name: z.string(),
        primaryType: z.string(),
        domain: Values,
        types: z.record(z.string(), Members),
        data: Values,
        digest: z.string(),
      }),
    )
    .parse(unzip("typed-data"))
  type Vector = (typeof vectors)[number]

  const toDigest = ({ data, domain, primaryType, types }: Vector) =>
    decodeTypedData(JSON.stringify({ types, primaryType, domain, message: data }))?.digest ?? null
  const toMembers = ({ primaryType, types }: Vector) => types[primaryType] ?? []

  it("returns the published digest of each", () => {
    expect(vectors.length).toBe(130)
    for (const vector of vectors)
      expect([vector.name, toDigest(vector)]).toEqual([vector.name, vector.digest])
  })

  it("returns the same digest with a member that no type declares", () => {
    for (const vector of vectors)
      expect(toDigest({ ...vector, data: { ...vector.data, undeclared: "1" } })).toBe(vector.digest)
  })

  it("returns null for each without one of its members", () => {
    for (const vector of vectors)
      for (const { name } of toMembers(vector)) {
        const { [name]: _, ...data } = vector.data
        expect(toDigest({ ...vector, data })).toBeNull()
      }
  })

  it("returns null for each with a type that is not declared", () => {
    for (const vector of vectors) {
      const [first, ...others] = toMembers(vector)
      if (first === undefined) continue
      const members = [{ ...first, type: "Undeclared" }, ...others]
      expect(toDigest({ ...vector, types: { ...vector.types, [vector.primaryType]: members } })).toBeNull()
    }
  })
})

describe("normalizeAddress with the vectors of ethers", () => {
  const vectors = z.array(z.object({ address: z.string(), icap: z.string() })).parse(unzip("accounts"))

  it("returns the published checksum of each", () => {
    expect(vectors.length).toBe(259)
    for (const { address } of vectors)
      for (const written of [address, address.toLowerCase(), address.slice(2).toUpperCase()])
        expect(normalizeAddress(written)).toBe(address)
  })

  it("returns null for each with one letter in the wrong case, and for its bank form", () => {
    for (const { address, icap } of vectors) {
      const at = address.slice(2).search(/[a-f]/i) + 2
      const letter = address.charAt(at)
      const swapped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
      const wrong = `${address.slice(0, at)}${swapped}${address.slice(at + 1)}`
      // A single case carries no checksum.
      const isMixed = /[a-f]/.test(wrong.slice(2)) && /[A-F]/.test(wrong)
      expect([wrong, normalizeAddress(wrong)]).toEqual([wrong, isMixed ? null : address])
      expect(normalizeAddress(icap)).toBeNull()
    }
  })
})

describe("toTransactionHash with the vectors of ethers", () => {
  const Signed = z.object({
    transaction: z.object({ chainId: z.optional(z.string()) }),
    signedLegacy: z.string(),
    signedEip155: z.string(),
    signedBerlin: z.string(),
    signedLondon: z.string(),
    signedCancun: z.string(),
    unsignedLegacy: z.string(),
    unsignedEip155: z.string(),
    unsignedBerlin: z.string(),
    unsignedLondon: z.string(),
    unsignedCancun: z.string(),
  })
  const vectors = z
    .array(Signed)
    .parse(JSON.parse(readFileSync(join(folder, "transactions-sample.json"), "utf8")))
  const toId = ({ transaction: { chainId } }: (typeof vectors)[number]) => BigInt(chainId ?? 0)
  const hash = (id: bigint, raw: string) => toTransactionHash({ network: { ...mainnet, id: `${id}` }, raw })
  const keccak = (raw: string) => (isHex(raw) ? keccak256(raw) : null)

  it("returns the hash on the network that each was signed for, and null on another", () => {
    expect(vectors.length).toBe(80)
    for (const vector of vectors) {
      const id = toId(vector)
      for (const raw of [vector.signedEip155, vector.signedBerlin, vector.signedLondon]) {
        // No network has the id 0, which stands for none.
        expect(hash(id, raw)).toBe(id === 0n ? null : keccak(raw))
        expect(hash(id + 1n, raw)).toBeNull()
      }
    }
  })

  it("returns null for each that is unsigned, was signed for any network, or has blobs", () => {
    for (const vector of vectors) {
      const { signedCancun, signedLegacy, unsignedBerlin, unsignedCancun, unsignedEip155 } = vector
      const { unsignedLegacy, unsignedLondon } = vector
      for (const raw of [
        signedCancun,
        signedLegacy,
        unsignedLegacy,
        unsignedEip155,
        unsignedBerlin,
        unsignedLondon,
        unsignedCancun,
      ])
        expect(hash(toId(vector), raw)).toBeNull()
    }
  })
})
