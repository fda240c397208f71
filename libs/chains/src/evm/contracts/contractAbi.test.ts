import * as fc from "fast-check"
import { encodeAbiParameters, encodeFunctionData, erc20Abi, type Hex, parseAbiParameters, toHex } from "viem"
import { describe, expect, it } from "vitest"
import { buildTransaction } from "../buildTransaction.ts"
import { decodeAddress, decodeTokenText, decodeUint, toAddressWord, toHexAddress } from "./contractAbi.ts"

const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => toHex(bytes))
const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const word = (digits: string): string => digits.padStart(64, "0")

describe("toHexAddress", () => {
  it("takes an address whose mixed case has the checksum wrong, which viem does not encode", () => {
    const wrong: Hex = "0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
    const transfer = (to: Hex) =>
      encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, 1n] })
    expect(() => transfer(wrong)).toThrow("Address")
    expect(transfer(toHexAddress(wrong))).toContain(wrong.slice(2).toLowerCase())
  })
})

describe("contract results", () => {
  it("decodes the encoded values", () => {
    fc.assert(
      fc.property(address, amount, fc.string({ unit: "grapheme", maxLength: 100 }), (one, number, text) => {
        expect(decodeAddress(toAddressWord(one))).toBe(one)
        expect(decodeUint(encodeAbiParameters(parseAbiParameters("uint256"), [number]))).toBe(number)
        expect(decodeTokenText(encodeAbiParameters(parseAbiParameters("string"), [text]))).toBe(text)
      }),
    )
  })

  it("decodes the bytes32 text of the oldest tokens", () => {
    expect(decodeTokenText(`0x${"4d4b52".padEnd(64, "0")}`)).toBe("MKR")
  })

  it("returns null for a number that is larger than an address, which viem takes for one", () => {
    expect(decodeAddress(`0x${"1".repeat(64)}`)).toBe(null)
    expect(decodeAddress(`0x${word(`1${"0".repeat(40)}`)}`)).toBe(null)
  })

  it.each(["0x", "0x1", null, {}, `0x${word("5").slice(2)}`])("returns null for %j", (returned) => {
    expect([decodeUint(returned), decodeAddress(returned), decodeTokenText(returned)]).toEqual([
      null,
      null,
      null,
    ])
  })

  it.each([
    `0x${word("20")}${"f".repeat(64)}`,
    `0x${word("20")}${word("5")}aabb`,
    `0x${"f".repeat(64)}${word("1")}${word("0")}`,
  ])("returns null for the text %s, which says more than it has", (returned) => {
    expect(decodeTokenText(returned)).toBe(null)
  })
})

describe("buildTransaction", () => {
  it("encodes the transfer of a token as ERC-20 does, and a payment without data", () => {
    const fee = { expected: 0n, most: 0n, seconds: null, transactionFields: { gas: "0x1", gasPrice: "0x2" } }
    fc.assert(
      fc.property(address, address, amount, (token, to, sent) => {
        const built = buildTransaction({ fee, transfer: { from: to, to, token, amount: sent } })
        const data = `0xa9059cbb${word(to.slice(2))}${word(sent.toString(16))}`
        expect(built).toEqual({ to: token, value: "0x0", data, gas: "0x1", gasPrice: "0x2" })
        const native = buildTransaction({ fee, transfer: { from: to, to, token: null, amount: sent } })
        expect(native).toMatchObject({ to, data: "0x" })
        expect(BigInt(native["value"] ?? "")).toBe(sent)
      }),
    )
  })
})
