import * as fc from "fast-check"
import { expect, it } from "vitest"
import { checksumAddress } from "./checksumAddress.ts"
import { normalizeAddress } from "./normalizeAddress.ts"

const right = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"

it.each([
  right,
  right.slice(2),
  right.toLowerCase(),
  `0x${right.slice(2).toUpperCase()}`,
  right.slice(2).toLowerCase(),
])("accepts %s", (text) => {
  expect(normalizeAddress(text)).toBe(right)
})

it.each([
  "",
  "0x",
  `${right}0`,
  right.slice(0, -1),
  ` ${right}`,
  "vitalik.eth",
  right.replace("f39F", "F39F"),
  right.replace("39F", "39f"),
])("rejects %j", (text) => {
  expect(normalizeAddress(text)).toBe(null)
})

it.each([
  "0xdF682cb153E8AF3E13E90e9aCD79A39Dde98EBD8",
  "0xdf682cb153e8af3e13e90E9aCD79A39DDe98eBd8",
  "0x6DceA26cee6007666402DC7F60079a71d94c0197",
  "0x9596797E8E36E30662AA2097EB826833164f9Cf9",
])(
  "accepts %s, which has the checksum of Rootstock (poanetwork/nifty-wallet#294, #412, rsksmart/rwallet#104)",
  (text) => {
    expect(normalizeAddress(text)).toBe(checksumAddress(text))
  },
)

it("rejects a checksummed address with one letter in the wrong case", () => {
  const letters = Array.from(right, (_, at) => at).filter((at) => at >= 2 && /[a-f]/i.test(right.charAt(at)))
  fc.assert(
    fc.property(fc.constantFrom(...letters), (at) => {
      const letter = right.charAt(at)
      const swapped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
      expect(normalizeAddress(right.slice(0, at) + swapped + right.slice(at + 1))).toBe(null)
    }),
  )
})
