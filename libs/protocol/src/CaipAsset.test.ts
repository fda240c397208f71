import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Result } from "effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import * as z from "zod/mini"
import { type AssetParts, formatCaipAsset, isCaipAsset, parseCaipAsset } from "./CaipAsset.ts"

const file = join(import.meta.dirname, "../../../vectors/caip/valid.json")
const Vectors = z.object({ vectors: z.object({ "caip-19": z.array(z.object({ value: z.string() })) }) })

it("parses and formats the public test vectors unchanged", () => {
  const { vectors } = Vectors.parse(JSON.parse(readFileSync(file, "utf8")))
  const ids = vectors["caip-19"].map(({ value }) => value)
  expect(ids.length).toBeGreaterThan(5)
  expect(ids.map((id) => formatCaipAsset(Result.getOrThrow(parseCaipAsset(id))))).toEqual(ids)
})

it("distinguishes a collection from an item in it", () => {
  const collection = { namespace: "eip155", reference: "1", assetNamespace: "erc721", assetReference: "0x06" }
  expect(Result.getOrThrow(parseCaipAsset("eip155:1/erc721:0x06"))).toEqual(collection)
  expect(Result.getOrThrow(parseCaipAsset("eip155:1/erc721:0x06/7"))).toEqual({ ...collection, tokenId: "7" })
})

it.each([
  "",
  "eip155:1",
  "eip155:1/",
  "eip155:1/slip44",
  "eip155:1/slip44:",
  "eip155:1/:60",
  "eip155:/slip44:60",
  "1/slip44:60",
  "eip155:1/slip44:60/",
  "eip155:1/erc721:0x06/7/8",
  "eip155:1:2/slip44:60",
  "eip155:1/ERC20:0x06",
  "eip155:1/erc20:0x06 ",
  "eip155:1/erc20:0x06\n",
  `eip155:1/erc20:${"0".repeat(129)}`,
  `eip155:1/erc721:0x06/${"0".repeat(79)}`,
])("rejects %j", (input) => {
  const error = Result.getOrThrow(Result.flip(parseCaipAsset(input)))
  expect(error._tag).toBe("InvalidCaipAsset")
  expect(error.message).toBe(`Invalid CAIP-19 asset: ${input}`)
  expect(isCaipAsset(input)).toBe(false)
})

it("accepts only assets in supported namespaces", () => {
  expect(isCaipAsset("eip155:1/slip44:60")).toBe(true)
  expect(isCaipAsset("cosmos:cosmoshub-3/slip44:118")).toBe(false)
  expect(isCaipAsset(null)).toBe(false)
})

const name = fc.stringMatching(/^[-a-z0-9]{3,8}$/)
const reference = fc.stringMatching(/^[-_a-zA-Z0-9]{1,32}$/)
const assetReference = fc.stringMatching(/^[-.%a-zA-Z0-9]{1,128}$/)
const tokenId = fc.stringMatching(/^[-.%a-zA-Z0-9]{1,78}$/)
const required = { namespace: name, reference, assetNamespace: name, assetReference }
const parts: fc.Arbitrary<AssetParts> = fc.oneof(fc.record(required), fc.record({ ...required, tokenId }))

it("formats any parts and parses them back", () => {
  fc.assert(
    fc.property(parts, (asset) => {
      expect(Result.getOrThrow(parseCaipAsset(formatCaipAsset(asset)))).toEqual(asset)
    }),
  )
})

it("never throws, and accepts only ids in canonical form", () => {
  const pieces = fc.constantFrom("eip155", "1", ":", "/", "slip44", "60", "%", ".", " ", "é")
  const anything = fc.oneof(
    fc.uint16Array().map((codes) => String.fromCharCode(...codes)),
    fc.array(pieces, { maxLength: 10 }).map((chosen) => chosen.join("")),
  )
  fc.assert(
    fc.property(anything, (input) => {
      const written = Result.map(parseCaipAsset(input), formatCaipAsset)
      expect(Result.getOrElse(written, () => input)).toBe(input)
    }),
  )
})
