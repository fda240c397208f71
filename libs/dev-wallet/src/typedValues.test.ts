import { expect, it } from "vitest"
import { decodeTypedValues, hashTypedValues } from "./typedValues.ts"

it("hashes values as @metamask/eth-sig-util 7 does", () => {
  const values = decodeTypedValues([
    { type: "bool", name: "b", value: true },
    { type: "address", name: "a", value: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" },
    { type: "bytes", name: "c", value: "0xabcd" },
    { type: "bytes32", name: "d", value: `0x${"11".repeat(32)}` },
    { type: "int8", name: "e", value: -3 },
  ])
  expect(values === null ? null : hashTypedValues(values)).toBe(
    "0xca15298422ab3fb8b88a8d1f7fba55c095be2b2d80a529d6e579f748e29d1e23",
  )
})

it.each<[string, unknown]>([
  ["no list", {}],
  ["an empty list", []],
  ["a list of values", [{ type: "uint8[]", name: "a", value: "1" }]],
  ["an unknown type", [{ type: "Mail", name: "a", value: "1" }]],
  ["a value that its type does not hold", [{ type: "uint8", name: "a", value: "many" }]],
])("returns null for %s", (_, given) => {
  expect(decodeTypedValues(given)).toBeNull()
})
