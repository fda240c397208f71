import * as fc from "fast-check"
import { decodeData, from } from "ox/AbiFunction"
import { encode, from as parameters } from "ox/AbiParameters"
import { keccak256 } from "ox/Hash"
import { fromBytes } from "ox/Hex"
import { describe, expect, it } from "vitest"
import { decodeAddressWord, decodeText, decodeWord, encodeCall, selectors } from "./abi.ts"
import { buildTransaction } from "./buildTransaction.ts"

const signatures = {
  name: "name()",
  symbol: "symbol()",
  decimals: "decimals()",
  balanceOf: "balanceOf(address)",
  transfer: "transfer(address,uint256)",
  ownerOf: "ownerOf(uint256)",
  balanceOfId: "balanceOf(address,uint256)",
} as const
const transfer = from("function transfer(address to, uint256 amount)")

const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => fromBytes(bytes))
const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const fee = { expected: 0n, most: 0n, seconds: null, transactionFields: { gas: "0x1", gasPrice: "0x2" } }

describe("encodeCall", () => {
  it.each(Object.entries(signatures))("uses the selector of %s, %s", (name, signature) => {
    const hash = keccak256(new TextEncoder().encode(signature), { as: "Hex" })
    expect(Object.entries(selectors)).toContainEqual([name, hash.slice(2, 10)])
  })

  it("encodes transfers that viem decodes to the same values", () => {
    fc.assert(
      fc.property(address, address, amount, (token, to, sent) => {
        const built = buildTransaction({ fee, transfer: { from: to, to, token, amount: sent } })
        expect(built).toMatchObject({ to: token, value: "0x0", gas: "0x1", gasPrice: "0x2" })
        expect(decodeData(transfer, encodeCall(selectors.transfer, to, sent))).toEqual([to, sent])
        expect(built["data"]).toBe(encodeCall(selectors.transfer, to, sent))
        const native = buildTransaction({ fee, transfer: { from: to, to, token: null, amount: sent } })
        expect(native).toMatchObject({ to, data: "0x" })
        expect(BigInt(native["value"] ?? "")).toBe(sent)
      }),
    )
  })
})

describe("ABI decoding", () => {
  it("decodes the encoded values", () => {
    fc.assert(
      fc.property(address, amount, fc.string({ unit: "grapheme", maxLength: 100 }), (one, number, text) => {
        expect(decodeAddressWord(encode(parameters("address"), [one]))).toBe(one)
        expect(decodeWord(encode(parameters("uint256, uint256"), [0n, number]), 1)).toBe(number)
        expect(decodeText(encode(parameters("string"), [text]))).toBe(text)
      }),
    )
  })

  it("decodes the bytes32 text of the oldest tokens", () => {
    expect(decodeText(`0x${"4d4b52".padEnd(64, "0")}`)).toBe("MKR")
  })

  it.each([
    ["0x"],
    ["0x1"],
    [null],
    [{}],
    [`0x${"20".padStart(64, "0")}`.slice(0, -2)],
    [`0x${"20".padStart(64, "0")}${"f".repeat(64)}`],
    [`0x${"20".padStart(64, "0")}${"5".padStart(64, "0")}aabb`],
    [`0x${"40".padStart(64, "0")}${"0".repeat(128)}`],
  ])("returns null for the invalid text %j", (returned) => {
    expect(decodeText(returned)).toBe(null)
  })

  it("returns null for a word that is larger than an address", () => {
    expect(decodeAddressWord(`0x${"1".repeat(64)}`)).toBe(null)
    expect(decodeAddressWord("0x")).toBe(null)
  })
})
