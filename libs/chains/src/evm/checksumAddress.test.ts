import { readFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { getAddress } from "viem/utils"
import { describe, expect, it } from "vitest"
import { checksumAddress } from "./checksumAddress.ts"

const vectors = join(import.meta.dirname, "../../../../vectors/eip55/valid.json")

describe("checksumAddress", () => {
  it("matches the vectors of EIP-55", () => {
    const addresses = JSON.parse(readFileSync(vectors, "utf8")).vectors.map(
      (vector: { readonly address: string }) => vector.address,
    )
    expect(addresses.length).toBeGreaterThan(7)
    expect(addresses.map((address: string) => checksumAddress(address.toLowerCase()))).toEqual(addresses)
  })

  it("matches viem for every address", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
        const address = `0x${Buffer.from(bytes).toString("hex")}` as const
        expect(checksumAddress(address)).toBe(getAddress(address))
        expect(checksumAddress(address.slice(2).toUpperCase())).toBe(getAddress(address))
      }),
    )
  })

  it.each(["", "0x", "0x12", `0x${"g".repeat(40)}`, `0x${"1".repeat(41)}`, "vitalik.eth"])(
    "returns null for %j",
    (text) => {
      expect(checksumAddress(text)).toBeNull()
    },
  )
})
