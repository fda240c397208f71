import fc from "fast-check"
import { expect, it } from "vitest"
import { bytesToHex, hexToBytes } from "./hexBytes.ts"

it("encodes bytes as Buffer does, and decodes them again in either case", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const hex = bytesToHex(bytes)
      expect(hex).toBe(Buffer.from(bytes).toString("hex"))
      expect([hexToBytes(hex), hexToBytes(hex.toUpperCase())]).toEqual([bytes, bytes])
    }),
  )
})
