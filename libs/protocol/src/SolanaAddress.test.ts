import fc from "fast-check"
import { expect, it } from "vitest"
import { isSolanaAddress } from "./SolanaAddress.ts"

it.each([
  "11111111111111111111111111111111",
  "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
])("accepts %s", (input) => expect(isSolanaAddress(input)).toBe(true))

it.each([
  "",
  "1".repeat(31),
  "1".repeat(45),
  " TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA\n",
  "0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb",
  "lokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
])("rejects %j", (input) => expect(isSolanaAddress(input)).toBe(false))

it("accepts exactly 32 to 44 characters of the base58 alphabet", () => {
  const valid = fc.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
  const foreign = fc.constantFrom("0", "O", "I", "l", " ", "é", ":")
  fc.assert(
    fc.property(valid, foreign, fc.nat({ max: 31 }), (address, character, at) => {
      expect(isSolanaAddress(address)).toBe(true)
      expect(isSolanaAddress(address.slice(0, at) + character + address.slice(at + 1))).toBe(false)
    }),
  )
})
