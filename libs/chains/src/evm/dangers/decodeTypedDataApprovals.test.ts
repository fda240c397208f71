import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodeTypedDataApprovals } from "./decodeTypedDataApprovals.ts"
import { parseTypedData, type UnhashedTypedData } from "./parseTypedData.ts"

const token = "0x4444444444444444444444444444444444444444"
const otherAddress = "0x5555555555555555555555555555555555555555"
const spender = "0x3333333333333333333333333333333333333333"
const owner = "0x2222222222222222222222222222222222222222"
const permit2 = "0x000000000022D473030F116dDEE9F6B43aC78BA3"
const max = 2n ** 256n - 1n

const fields = (...all: readonly string[]) =>
  all.map((one) => {
    const [type = "", name = ""] = one.split(" ")
    return { name, type }
  })

const uint = "uint256"
const permitTypes = {
  Permit: fields("address owner", "address spender", `${uint} value`, `${uint} nonce`, `${uint} deadline`),
}
const permitMessage = (value: unknown) => ({ owner, spender, value, nonce: 0, deadline: "9" })
const details = fields("address token", "uint160 amount", "uint48 expiration", "uint48 nonce")
const permissions = fields("address token", `${uint} amount`)

const approvals = (primaryType: string, types: object, message: object, domain: object = {}) => {
  const text = JSON.stringify({
    primaryType,
    types,
    message,
    domain: { verifyingContract: token, chainId: 1, ...domain },
  })
  const typedData = parseTypedData(text)
  if (typedData === null) throw new Error("no typed data")
  return decodeTypedDataApprovals(typedData)
}

const of = (amount: bigint | "all", what = token) => ({ token: what, spender, amount })

describe("decodeTypedDataApprovals", () => {
  it.each([
    ["decimal text", `${max}`],
    ["hex", `0x${max.toString(16)}`],
    ["upper-case hex", `0x${max.toString(16).toUpperCase()}`],
  ])("decodes a permit whose value is %s", (_, value) => {
    expect(approvals("Permit", permitTypes, permitMessage(value))).toEqual([of(max)])
  })

  it("decodes the permit of one collectible, also of the first", () => {
    const types = {
      Permit: fields("address spender", `${uint} tokenId`, `${uint} nonce`, `${uint} deadline`),
    }
    const decode = (tokenId: unknown) =>
      approvals("Permit", types, { spender, tokenId, nonce: 0, deadline: "9" })
    expect(decode("731")).toEqual([{ ...of(731n), isItem: true }])
    expect(decode(0)).toEqual([{ ...of(0n), isItem: true }])
    expect(decode("many")).toEqual([{ ...of("all"), isItem: true }])
  })

  it("decodes a permit under any type name", () => {
    expect(approvals("Gift", { Gift: permitTypes.Permit }, permitMessage("7"), { name: "Harmless" })).toEqual(
      [of(7n)],
    )
  })

  it("decodes a permit in any field order, number format and depth", () => {
    const order = fc.shuffledSubarray(permitTypes.Permit, { minLength: 5 })
    const value = fc.bigInt({ min: 0n, max })
    const form = fc.constantFrom(
      (one: bigint) => `${one}`,
      (one: bigint) => `0x${one.toString(16)}`,
      (one: bigint) => `0X${one.toString(16).toUpperCase().padStart(64, "0")}`,
      (one: bigint) => (one < 2n ** 53n ? Number(one) : `${one}`),
    )
    fc.assert(
      fc.property(order, order, value, form, fc.nat(3), (declared, written, amount, write, depth) => {
        const message: Record<string, unknown> = permitMessage(write(amount))
        let inner: object = Object.fromEntries(written.map(({ name }) => [name, message[name]]))
        const types: Record<string, unknown> = { Level0: declared }
        for (let level = 1; level <= depth; level++) {
          types[`Level${level}`] = fields(`Level${level - 1}[] more`)
          inner = { more: [inner] }
        }
        expect(approvals(`Level${depth}`, types, inner)).toEqual([of(amount)])
      }),
    )
  })

  it.each([["half"], [null], [-1], [1.5], [{}], [""], ["0x"], [[5]]])(
    "returns an unlimited amount when the value is %j",
    (value) => {
      expect(approvals("Permit", permitTypes, permitMessage(value))).toEqual([of("all")])
    },
  )

  it.each([
    [true, [of("all")]],
    ["true", [of("all")]],
    [1, [of("all")]],
    [false, []],
  ])("decodes Dai's permit with allowed: %j", (allowed, known) => {
    const types = {
      Permit: fields("address holder", "address spender", `${uint} nonce`, `${uint} expiry`, "bool allowed"),
    }
    const message = { holder: owner, spender, nonce: 0, expiry: 0, allowed }
    expect(approvals("Permit", types, message)).toEqual(known)
  })

  it("decodes Permit2's permits of one token and of many", () => {
    const single = {
      PermitSingle: fields("PermitDetails details", "address spender", `${uint} sigDeadline`),
      PermitBatch: fields("PermitDetails[] details", "address spender", `${uint} sigDeadline`),
      PermitDetails: details,
    }
    const one = { token: otherAddress, amount: "7", expiration: 1, nonce: 0 }
    expect(approvals("PermitSingle", single, { details: one, spender, sigDeadline: 1 })).toEqual([
      of(7n, otherAddress),
    ])
    const many = { details: [one, { ...one, token, amount: `${2n ** 160n - 1n}` }], spender, sigDeadline: 1 }
    expect(approvals("PermitBatch", single, many)).toEqual([of(7n, otherAddress), of(2n ** 160n - 1n)])
  })

  it("decodes the end of what Permit2 allows, and none of another contract", () => {
    const single = {
      PermitSingle: fields("PermitDetails details", "address spender", `${uint} sigDeadline`),
      PermitBatch: fields("PermitDetails[] details", "address spender", `${uint} sigDeadline`),
      PermitDetails: details,
    }
    const end = 1_800_000_000
    const one = { token, amount: 7, expiration: `${end}`, nonce: 0 }
    const untils = (primaryType: string, types: object, message: object, verifyingContract: string) =>
      approvals(primaryType, types, message, { verifyingContract }).map((approval) => approval?.until)
    const ofSingle = (expiration: unknown, contract = permit2) =>
      untils(
        "PermitSingle",
        single,
        { details: { ...one, expiration }, spender, sigDeadline: end + 9 },
        contract,
      )
    expect(ofSingle(end)).toEqual([end * 1000])
    expect(ofSingle(end, permit2.toLowerCase())).toEqual([end * 1000])
    expect(ofSingle(end, token)).toEqual([undefined])
    // It ends with the block in which the signature is used.
    expect(ofSingle(0)).toEqual([(end + 9) * 1000])
    for (const never of [4_102_444_800, 2 ** 48 - 1, "soon", null])
      expect(ofSingle(never)).toEqual([undefined])
    const many = { details: [one, { ...one, expiration: end + 1 }], spender, sigDeadline: 9 }
    expect(untils("PermitBatch", single, many, permit2)).toEqual([end * 1000, (end + 1) * 1000])
    const transfer = {
      PermitTransferFrom: fields("TokenPermissions permitted", "address spender", `${uint} deadline`),
      TokenPermissions: permissions,
    }
    const message = { permitted: { token, amount: 7 }, spender, deadline: end }
    expect(untils("PermitTransferFrom", transfer, message, permit2)).toEqual([end * 1000])
    expect(untils("PermitTransferFrom", transfer, message, token)).toEqual([undefined])
    // A member that is not declared is not signed.
    expect(untils("PermitTransferFrom", transfer, { ...message, sigDeadline: 9 }, permit2)).toEqual([
      end * 1000,
    ])
  })

  it("says no end of a permit, whose deadline ends only the signature", () => {
    const item = { Permit: fields("address spender", `${uint} tokenId`, `${uint} deadline`) }
    expect(approvals("Permit", permitTypes, permitMessage("7"))).toEqual([of(7n)])
    expect(approvals("Permit", item, { spender, tokenId: 5, deadline: 1_800_000_000 })).toEqual([
      { ...of(5n), isItem: true },
    ])
  })

  it("decodes Permit2's transfers, with and without a witness", () => {
    const types = {
      PermitTransferFrom: fields(
        "TokenPermissions permitted",
        "address spender",
        `${uint} nonce`,
        `${uint} deadline`,
      ),
      PermitBatchWitnessTransferFrom: fields(
        "TokenPermissions[] permitted",
        "address spender",
        `${uint} nonce`,
        `${uint} deadline`,
        "Order witness",
      ),
      TokenPermissions: permissions,
      Order: fields("address swapper", `${uint} amount`),
    }
    const permitted = { token: otherAddress, amount: `${max}` }
    expect(approvals("PermitTransferFrom", types, { permitted, spender, nonce: 0, deadline: 1 })).toEqual([
      of(max, otherAddress),
    ])
    const witness = { swapper: owner, amount: "1" }
    expect(
      approvals("PermitBatchWitnessTransferFrom", types, {
        permitted: [permitted],
        spender,
        nonce: 0,
        deadline: 1,
        witness,
      }),
    ).toEqual([of(max, otherAddress)])
  })

  it("decodes a signed call", () => {
    const types = { SafeTx: fields("address to", `${uint} value`, "bytes data", "uint8 operation") }
    const data = `0x095ea7b3${spender.slice(2).padStart(64, "0")}${max.toString(16)}`
    expect(approvals("SafeTx", types, { to: otherAddress, value: 0, data, operation: 0 })).toEqual([
      of(max, otherAddress),
    ])
    expect(approvals("SafeTx", types, { to: otherAddress, value: 0, data: "0x", operation: 0 })).toEqual([])
  })

  const approve = `095ea7b3${spender.slice(2).padStart(64, "0")}${max.toString(16)}`
  const word = (number: number) => number.toString(16).padStart(64, "0")

  it("uses the verifying contract when the call has no recipient field", () => {
    const types = { MetaTransaction: fields(`${uint} nonce`, "address from", "bytes functionSignature") }
    const message = { nonce: 0, from: owner, functionSignature: `0x${approve}` }
    expect(approvals("MetaTransaction", types, message)).toEqual([of(max)])
    const many = { Multi: fields("address from", "bytes[] calls") }
    expect(approvals("Multi", many, { from: owner, calls: ["0x", `0x${approve}`] })).toEqual([of(max)])
  })

  it("finds unlimited approvals in calls packed by MultiSend or by smart accounts", () => {
    const packed = `00${otherAddress.slice(2)}${word(0)}${word(68)}${approve}`
    const multiSend = `0x8d80ff0a${word(32)}${word(packed.length / 2)}${packed}`
    const safe = { SafeTx: fields("address to", `${uint} value`, "bytes data", "uint8 operation") }
    const unknown = [{ token: "", spender, amount: max }]
    const message = { to: owner, value: 0, data: multiSend, operation: 1 }
    expect(approvals("SafeTx", safe, message)).toEqual(unknown)

    const execute = `0xb61d27f6${otherAddress.slice(2).padStart(64, "0")}${word(0)}${word(96)}${word(68)}${approve}`
    const operation = { PackedUserOperation: fields("address sender", "bytes initCode", "bytes callData") }
    const callData = { sender: owner, initCode: "0x", callData: execute }
    expect(approvals("PackedUserOperation", operation, callData)).toEqual(unknown)
    const shifted = { sender: owner, initCode: "0x", callData: `0x0${execute.slice(2)}0` }
    expect(approvals("PackedUserOperation", operation, shifted)).toEqual([])
    const small = { ...callData, callData: execute.replace(max.toString(16), word(5)) }
    expect(approvals("PackedUserOperation", operation, small)).toEqual([])
    const far = { ...callData, callData: `0x00${approve.repeat(300)}` }
    expect(approvals("PackedUserOperation", operation, far)).toContain(null)
  })

  it("decodes delegations of Aave, Compound III and Morpho Blue", () => {
    const delegation = {
      DelegationWithSig: fields("address delegatee", `${uint} value`, `${uint} nonce`, `${uint} deadline`),
    }
    const delegated = { delegatee: spender, value: `${max}`, nonce: 0, deadline: 9 }
    expect(approvals("DelegationWithSig", delegation, delegated)).toEqual([of(max)])
    const comet = {
      Authorization: fields("address owner", "address manager", "bool isAllowed", `${uint} nonce`),
    }
    const allowed = { owner, manager: spender, isAllowed: true, nonce: 0 }
    expect(approvals("Authorization", comet, allowed)).toEqual([of("all")])
    expect(approvals("Authorization", comet, { ...allowed, isAllowed: false })).toEqual([])
    const morpho = {
      Authorization: fields("address authorizer", "address authorized", "bool isAuthorized", `${uint} nonce`),
    }
    const authorized = { authorizer: owner, authorized: spender, isAuthorized: true, nonce: 0 }
    expect(approvals("Authorization", morpho, authorized)).toEqual([of("all")])
    const vote = { Delegation: fields("address delegatee", `${uint} nonce`, `${uint} expiry`) }
    expect(approvals("Delegation", vote, { delegatee: spender, nonce: 0, expiry: `${max}` })).toEqual([])
  })

  it("returns no approvals for undeclared fields or without a spender", () => {
    const types = { Note: fields("string text", "address owner", `${uint} value`) }
    expect(approvals("Note", types, { text: "hello", ...permitMessage("7") })).toEqual([])
  })

  it("includes null when the calls of a message approve more than is decoded", () => {
    const call = `0x095ea7b3${"0".repeat(24)}${spender.slice(2)}${"0".repeat(63)}5`
    const many = (count: number) =>
      approvals(
        "Many",
        { Many: fields("bytes[] calls") },
        { calls: Array.from({ length: count }, () => call) },
      )
    expect(many(500)).toHaveLength(500)
    expect(many(500)).not.toContain(null)
    const split = { Many: fields("bytes[] calls", "Part part"), Part: fields("bytes[] calls") }
    const calls = Array.from({ length: 300 }, () => call)
    expect(approvals("Many", split, { calls, part: { calls } })).toContain(null)
    const to = { Many: fields("address to", "address target", "bytes[] calls") }
    expect(approvals("Many", to, { to: token, target: token, calls })).toContain(null)
  })

  it("includes null when the message has more structures than are decoded", () => {
    const types = { Many: fields("Permit[] all"), ...permitTypes }
    const all = Array.from({ length: 501 }, () => permitMessage("7"))
    expect(approvals("Many", types, { all })).toContain(null)
  })

  it("decodes arbitrary typed data without an exception", () => {
    const anyField = fc.record({
      name: fc.constantFrom(
        "spender",
        "operator",
        "value",
        "token",
        "allowed",
        "__proto__",
        "more",
        "toString",
      ),
      type: fc.constantFrom(
        "address",
        "uint256",
        "bool",
        "One",
        "Two",
        "One[]",
        "Two[][3]",
        "[]",
        "constructor",
        "string",
      ),
    })
    const someFields = fc.array(anyField, { maxLength: 6 })
    fc.assert(
      fc.property(
        someFields,
        someFields,
        fc.json({ maxDepth: 6 }),
        fc.json(),
        (one, two, message, domain) => {
          const text = `{"types":{"One":${JSON.stringify(one)},"Two":${JSON.stringify(two)}},"primaryType":"One","domain":${domain},"message":${message}}`
          const typedData: UnhashedTypedData | null = parseTypedData(text)
          const found = typedData === null ? [] : decodeTypedDataApprovals(typedData)
          for (const approval of found) expect(typeof approval?.spender).toMatch(/^string$|^undefined$/)
        },
      ),
    )
  })
})

describe("parseTypedData", () => {
  it.each([
    [""],
    ["no"],
    ["null"],
    ["[]"],
    ["{}"],
    ['{"types":{},"primaryType":"Permit","domain":{},"message":{}}'],
    ['{"types":{"A":[]},"primaryType":"toString","domain":{},"message":{}}'],
    ['{"types":{"A":[]},"domain":{},"message":{}}'],
    ['{"types":{"A":[{"name":"a"}]},"primaryType":"A","domain":{},"message":{}}'],
    ['{"types":{"A":[]},"primaryType":"A","domain":{},"message":5}'],
    [
      `{"types":{"A":[{"name":"a","type":"A${"[]".repeat(200)}"}]},"primaryType":"A","domain":{},"message":{}}`,
    ],
  ])("returns null for %s", (text) => {
    expect(parseTypedData(text)).toBeNull()
  })
})
