import fc from "fast-check"
import { domainSeparator, hashTypedData } from "viem"
import { describe, expect, it } from "vitest"
import { decodeTypedData } from "./DecodedTypedData.ts"

const types = {
  Person: [
    { name: "name", type: "string" },
    { name: "wallets", type: "address[]" },
    { name: "tag", type: "bytes3" },
  ],
  Mail: [
    { name: "from", type: "Person" },
    { name: "to", type: "Person[2]" },
    { name: "amount", type: "int64" },
    { name: "isNew", type: "bool" },
    { name: "matrix", type: "uint8[][]" },
    { name: "contents", type: "bytes" },
  ],
}

const hex = (size: { readonly min: number; readonly max: number }) =>
  fc
    .uint8Array({ minLength: size.min, maxLength: size.max })
    .map((bytes): `0x${string}` => `0x${Buffer.from(bytes).toString("hex")}`)
const address = hex({ min: 20, max: 20 })
const person = fc.record({
  name: fc.string({ unit: "grapheme" }),
  wallets: fc.array(address, { maxLength: 3 }),
  tag: hex({ min: 3, max: 3 }),
})
const mail = fc.record({
  from: person,
  to: fc.tuple(person, person),
  amount: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  isNew: fc.boolean(),
  matrix: fc.array(fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 3 }), { maxLength: 3 }),
  contents: hex({ min: 0, max: 50 }),
})
const domain = fc.record(
  {
    name: fc.string({ unit: "grapheme" }),
    version: fc.constant("1"),
    chainId: fc.nat(),
    verifyingContract: address,
  },
  { requiredKeys: [] },
)

describe("decodeTypedData", () => {
  it("returns the digest that viem signs", () => {
    fc.assert(
      fc.property(mail, domain, (message, domain) => {
        const read = decodeTypedData(JSON.stringify({ types, primaryType: "Mail", domain, message }))
        expect(read?.digest).toBe(
          hashTypedData({
            types,
            primaryType: "Mail",
            domain,
            message: { ...message, amount: BigInt(message.amount) },
          }),
        )
        expect(read?.type).toBe(
          "Mail(Person from,Person[2] to,int64 amount,bool isNew,uint8[][] matrix,bytes contents)Person(string name,address[] wallets,bytes3 tag)",
        )
      }),
    )
  })

  it("keeps only the declared fields of the domain", () => {
    const declared = { ...types, EIP712Domain: [{ name: "name", type: "string" }] }
    const domain = { name: "Mail", chainId: 1, verifyingContract: `0x${"1".repeat(40)}` }
    const somebody = { name: "", wallets: [], tag: "0x000000" }
    const message = {
      from: somebody,
      to: [somebody, somebody],
      amount: 1,
      isNew: true,
      matrix: [],
      contents: "0x",
    }
    const read = decodeTypedData(JSON.stringify({ types: declared, primaryType: "Mail", domain, message }))
    expect([...(read?.domain.members.keys() ?? [])]).toEqual(["name"])
    expect(read?.domainSeparator).toBe(domainSeparator({ domain: { name: "Mail" } }))
  })

  const permit = {
    types: { Permit: [{ name: "value", type: "uint256" }] },
    primaryType: "Permit",
    domain: {},
    message: { value: "1" },
  }
  const withValue = (value: unknown, type = "uint256") => ({
    ...permit,
    types: { Permit: [{ name: "value", type }] },
    message: { value },
  })

  it("accepts types with a namespace", () => {
    const types = { "Shop:Permit": permit.types.Permit }
    expect(decodeTypedData(JSON.stringify({ ...permit, types, primaryType: "Shop:Permit" }))?.type).toBe(
      "Shop:Permit(uint256 value)",
    )
  })

  it.each([
    ["a number that JSON cannot hold", withValue(2 ** 60)],
    ["a number that is too large", withValue("256", "uint8")],
    ["a number below zero", withValue("-1")],
    ["a flag that is none", withValue("true", "bool")],
    ["a short address", withValue("0x12", "address")],
    ["bytes that are too few", withValue("0x12", "bytes2")],
    ["half a byte", withValue("0x1", "bytes")],
    ["too few of a list", withValue(["1"], "uint256[2]")],
    ["an undeclared type", withValue({}, "Other")],
    ["a field that is missing", { ...permit, message: {} }],
    ["half a character", withValue("\ud800", "string")],
    ["a type whose name is another type", { ...permit, primaryType: "Permit(uint256 value)" }],
    ["a domain for a message", { ...permit, primaryType: "EIP712Domain", types: { EIP712Domain: [] } }],
    ["no message", { ...permit, message: null }],
    [
      "types that take for ever to hash",
      { ...permit, types: { ...permit.types, Long: [{ name: "x".repeat(10_000), type: "Permit[]" }] } },
    ],
    ["an inherited type", { ...permit, primaryType: "toString" }],
  ])("returns null for %s", (_, json) => {
    expect(decodeTypedData(JSON.stringify(permit))).not.toBeNull()
    expect(decodeTypedData(JSON.stringify(json))).toBeNull()
  })

  it("never throws, and rejects a deeply nested recursive type", () => {
    fc.assert(fc.property(fc.json(), (text) => void decodeTypedData(text)))
    const nested = `${'{"value":'.repeat(5000)}{}${"}".repeat(5000)}`
    const of = `"types":{"A":[{"name":"value","type":"A"}]},"primaryType":"A","domain":{}`
    expect(decodeTypedData(`{${of},"message":${nested}}`)).toBeNull()
  })
})
