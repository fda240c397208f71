import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodeUnsignedTransaction } from "./unsignedTransaction.ts"

/** Wraps an unsigned transaction in a PSBT. */
const wrapInPsbt = (transaction: Buffer): string => {
  const { length } = transaction
  const size =
    length < 0xfd
      ? Buffer.from([length])
      : length < 0x10000
        ? Buffer.from([0xfd, length & 0xff, length >> 8])
        : Buffer.from([0xfe, length & 0xff, (length >> 8) & 0xff, length >> 16, 0])
  return Buffer.concat([Buffer.from("70736274ff0100", "hex"), size, transaction, Buffer.alloc(3)]).toString(
    "base64",
  )
}

describe("decodeUnsignedTransaction", () => {
  it.each([1, 0xfc, 0xfd, 300, 0xffff, 0x10000])("decodes a transaction of %i bytes", (length) => {
    const transaction = Buffer.alloc(length, 0xab)
    expect(decodeUnsignedTransaction(wrapInPsbt(transaction))).toBe(`0x${transaction.toString("hex")}`)
  })

  it("returns null when the PSBT is truncated or is another text", () => {
    const whole = Buffer.from(wrapInPsbt(Buffer.alloc(300, 1)), "base64")
    for (const cut of [0, 4, 7, 8, 9, 10, 200]) {
      expect(decodeUnsignedTransaction(whole.subarray(0, cut).toString("base64"))).toBe(null)
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(decodeUnsignedTransaction(text)).toBe(null)
      }),
    )
  })
})
