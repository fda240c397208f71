import fc from "fast-check"
import { domainSeparator } from "viem"
import { describe, expect, it } from "vitest"
import { getMembers } from "./AbiValue.ts"
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

describe("decodeTypedData", () => {
  it("returns the type as descriptors write it", () => {
    const somebody = { name: "", wallets: [], tag: "0x000000" }
    const [to, amount, isNew, matrix, contents] = [[somebody, somebody], "-1", true, [[1], []], "0x"]
    const message = { from: somebody, to, amount, isNew, matrix, contents }
    const read = decodeTypedData(JSON.stringify({ types, primaryType: "Mail", domain: {}, message }))
    expect(read?.type).toBe(
      "Mail(Person from,Person[2] to,int64 amount,bool isNew,uint8[][] matrix,bytes contents)Person(string name,address[] wallets,bytes3 tag)",
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
    expect(read && getMembers(read.domain)?.map(([name]) => name)).toEqual(["name"])
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

  const withTypes = (types: object) => ({ ...permit, types: { ...permit.types, ...types } })
  const withA = (type: string) => ({
    Permit: [{ name: "value", type: "A[]" }],
    A: [{ name: "value", type }],
  })
  const withMember = (name: string) => ({
    ...permit,
    types: { Permit: [{ name, type: "string" }] },
    message: { value: "", [name]: "" },
  })
  const withNamespace = (primaryType: string, type: string) => ({
    primaryType,
    types: { [primaryType]: [{ name: "value", type }], A: [], "Shop:A": [] },
    domain: {},
    message: { value: [] },
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
    [
      "structures that take for ever to hash",
      {
        ...withValue(
          Array.from({ length: 9_000 }, () => ({ value: [] })),
          "A[]",
        ),
        types: { ...withA("B[]"), B: [{ name: "x".repeat(9_600), type: "bool" }] },
      },
    ],
    ["an inherited type", { ...permit, primaryType: "toString" }],
    ["a member of an inherited type", withValue({}, "toString")],
    ["a type that is named like one of the ABI", withTypes({ uint256: [] })],
    ["an undeclared type of an empty list", { ...withValue([], "A[]"), types: withA("toString") }],
    ["two members of one name", withTypes({ Permit: [...permit.types.Permit, ...permit.types.Permit] })],
    ["a member that is the prototype", withMember("__proto__")],
    ["a type with a namespace that has members", withNamespace("Shop:Permit", "A[]")],
    ["a type with a namespace among the members", withNamespace("Permit", "Shop:A[]")],
    ["a namespace that is a type", withNamespace("A:Permit", "uint256[]")],
  ])("returns null for %s", (_, json) => {
    expect(decodeTypedData(JSON.stringify(permit))).not.toBeNull()
    expect(decodeTypedData(JSON.stringify(json))).toBeNull()
  })

  it("never throws for any types and values", () => {
    const type = fc.constantFrom(..."A B[] A[2] uint8 bytes string toString uint B:C ".split(" "))
    const members = fc.array(fc.record({ name: fc.constantFrom("a", "b", "__proto__"), type }))
    const value = fc.oneof(fc.constantFrom("0x", "1", 1, true, null), fc.array(fc.constantFrom("0x", {})))
    const message = fc.record({ a: value, b: value })
    fc.assert(
      fc.property(members, members, members, message, type, (A, B, C, message, primaryType) => {
        const types = { A, B, "B:C": C }
        const text = JSON.stringify({ types, primaryType, domain: message, message })
        expect(() => decodeTypedData(text)).not.toThrow()
      }),
    )
  })

  it("never throws, and rejects a deeply nested recursive type", () => {
    fc.assert(fc.property(fc.json(), (text) => void decodeTypedData(text)))
    const nested = `${'{"value":'.repeat(5000)}{}${"}".repeat(5000)}`
    const of = `"types":{"A":[{"name":"value","type":"A"}]},"primaryType":"A","domain":{}`
    expect(decodeTypedData(`{${of},"message":${nested}}`)).toBeNull()
  })
})
