import fc from "fast-check"
import { expect, it } from "vitest"
import { decodeBase58 } from "./Base58.ts"

const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

/** An independent encoder that uses long division on the bytes. */
const encode = (bytes: Uint8Array): string => {
  const digits: number[] = []
  for (const byte of bytes) {
    let carry = byte
    for (const [at, digit] of digits.entries()) {
      carry += digit * 256
      digits[at] = carry % 58
      carry = Math.floor(carry / 58)
    }
    for (; carry > 0; carry = Math.floor(carry / 58)) digits.push(carry % 58)
  }
  const zeros = bytes.findIndex((byte) => byte !== 0)
  const leading = "1".repeat(zeros === -1 ? bytes.length : zeros)
  return (
    leading +
    digits
      .toReversed()
      .map((digit) => alphabet.charAt(digit))
      .join("")
  )
}

it("decodes what was encoded, including leading zeros", () => {
  const bytes = fc.tuple(fc.nat({ max: 4 }), fc.uint8Array({ minLength: 1, maxLength: 60 }))
  fc.assert(
    fc.property(bytes, ([zeros, rest]) => {
      const all = Uint8Array.from([...new Uint8Array(zeros), ...rest])
      expect(decodeBase58(encode(all))).toEqual(all)
    }),
  )
})

it("decodes the published examples", () => {
  const text = new TextDecoder()
  expect(text.decode(decodeBase58("2NEpo7TZRRrLZSi2U") ?? new Uint8Array())).toBe("Hello World!")
  expect(decodeBase58("11")).toEqual(new Uint8Array(2))
})

it.each(["", "0", "O", "I", "l", "abc d", "é", "z".repeat(121), "z".repeat(1_000_000)])(
  "returns null for invalid or overlong base58 (%#)",
  (text) => expect(decodeBase58(text)).toBeNull(),
)
