import { createHash } from "node:crypto"
import fc from "fast-check"
import { expect, it } from "vitest"
import { sha256 } from "./Sha256.ts"

const reference = (message: Uint8Array) => Uint8Array.from(createHash("sha256").update(message).digest())

it("agrees with the platform on any message", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (message) => {
      expect(sha256(message)).toEqual(reference(message))
    }),
  )
})

it("agrees at every length around the end of a block", () => {
  for (let length = 0; length <= 130; length++) {
    const message = new Uint8Array(length).fill(length)
    expect(sha256(message)).toEqual(reference(message))
  }
})
