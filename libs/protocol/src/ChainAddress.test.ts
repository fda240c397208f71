import fc from "fast-check"
import { expect, it } from "vitest"
import { namespaces } from "./Caip.ts"
import { isValidAddress } from "./ChainAddress.ts"

it.each([
  ["eip155", "0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb"],
  ["solana", "So11111111111111111111111111111111111111112"],
  ["polkadot", "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5"],
  ["bip122", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
] as const)("accepts as %s only the address %s", (owner, address) => {
  expect(namespaces.filter((namespace) => isValidAddress(namespace, address))).toEqual([owner])
})

it("rejects any other text in every namespace", () => {
  fc.assert(
    fc.property(
      fc.uint16Array().map((codes) => String.fromCharCode(...codes)),
      (text) => {
        expect(namespaces.some((namespace) => isValidAddress(namespace, text))).toBe(false)
      },
    ),
  )
})
