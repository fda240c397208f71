import fc from "fast-check"
import { fromHex } from "ox/Rlp"
import { describe, expect, it } from "vitest"
import { encodeHex, encodeTextHex, type Hex } from "./Hex.ts"
import { decodeRlp, encodeRlp, type RlpItem } from "./rlp.ts"

const byteString = fc.uint8Array({ maxLength: 80 }).map(encodeHex)
const { item } = fc.letrec<{ item: RlpItem }>((tie) => ({
  item: fc.oneof({ maxDepth: 4 }, byteString, fc.array(tie("item"), { maxLength: 5 })),
}))

describe("encodeRlp", () => {
  // Source: the examples of the Ethereum Yellow Paper's appendix B and of ethereum.org.
  it.each<[RlpItem, Hex]>([
    [encodeTextHex("dog"), "0x83646f67"],
    [[encodeTextHex("cat"), encodeTextHex("dog")], "0xc88363617483646f67"],
    ["0x", "0x80"],
    [[], "0xc0"],
    ["0x00", "0x00"],
    ["0x0f", "0x0f"],
    ["0x0400", "0x820400"],
    [[[], [[]], [[], [[]]]], "0xc7c0c1c0c3c0c1c0"],
  ])("encodes %j as %s", (given, encoded) => {
    expect(encodeRlp(given)).toBe(encoded)
    expect(decodeRlp(encoded)).toEqual(given)
  })

  it("encodes any item like ox, and decodeRlp returns it", () => {
    fc.assert(
      fc.property(item, (given) => {
        const encoded = encodeRlp(given)
        expect(encoded).toBe(fromHex(given))
        expect(decodeRlp(encoded)).toEqual(given)
      }),
    )
  })

  it("encodes payloads whose length takes two and three bytes", () => {
    for (const length of [55, 56, 255, 256, 65_535, 65_536]) {
      const long = encodeHex(new Uint8Array(length).fill(0xab))
      expect(decodeRlp(encodeRlp(long))).toBe(long)
      expect(encodeRlp([long])).toBe(fromHex([long]))
    }
  })
})

describe("decodeRlp", () => {
  it.each<[string, Hex]>([
    ["a byte that needs no prefix", "0x8100"],
    ["a long length for a short payload", "0xb800"],
    ["a length with a leading zero", `0xb90038${"00".repeat(56)}`],
    ["bytes after the item", "0x8000"],
    ["a payload that ends early", "0x83646f"],
    ["a list whose item runs past its end", "0xc183646f67"],
    ["a length longer than any input", "0xbfffffffffffffffff"],
    ["no bytes", "0x"],
    ["lists nested deeper than 32", encodeRlp(nested(40))],
  ])("returns null for %s", (_, encoded) => {
    expect(decodeRlp(encoded)).toBe(null)
  })

  it("never throws, and returns an item only when it encodes to the same bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const hex = encodeHex(bytes)
        const decoded = decodeRlp(hex)
        expect(decoded === null || encodeRlp(decoded) === hex).toBe(true)
      }),
    )
  })
})

function nested(depth: number): RlpItem {
  return depth === 0 ? [] : [nested(depth - 1)]
}
