import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { isBitcoinAddress, parseBitcoinAddress } from "./BitcoinAddress.ts"
import { bytesToHex } from "./hexBytes.ts"

const file = join(import.meta.dirname, "../../../vectors/bech32/segwit.json")
const Vectors = z.object({
  segwit_valid: z.array(z.object({ address: z.string(), scriptPubKey: z.string() })),
  segwit_invalid: z.array(z.object({ address: z.string(), reason: z.string() })),
})
const script = (address: string) => bytesToHex(Result.getOrThrow(parseBitcoinAddress(address)).script)
const reason = (address: string) => Result.getOrThrow(Result.flip(parseBitcoinAddress(address))).reason._tag

describe("parseBitcoinAddress with the BIP-350 test vectors", () => {
  const load = () => Vectors.parse(JSON.parse(readFileSync(file, "utf8")))

  it("returns the script of each valid vector", () => {
    const valid = load().segwit_valid
    expect(valid.length).toBeGreaterThan(5)
    expect(valid.map(({ address }) => script(address))).toEqual(valid.map((v) => v.scriptPubKey))
  })

  it("rejects each invalid vector with Checksum or Form", () => {
    const invalid = load().segwit_invalid
    expect(invalid.length).toBeGreaterThan(10)
    for (const { address, reason: why } of invalid) {
      const expected = why.startsWith("Invalid checksum") ? "Checksum" : "Form"
      expect([address, reason(address)]).toEqual([address, expected])
    }
  })
})

const old = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"
const segwit = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"

it.each([
  [old, "mainnet", "76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac"],
  ["3P14159f73E4gFr7JterCCQh9QjiTjiZrG", "mainnet", "a914e9c3dd0c07aac76179ebc76a6c78d4d67c6c160a87"],
  ["mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn", "testnet", "76a914243f1394f44554f4ce3fd68649c19adc483ce92488ac"],
  ["2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc", "testnet", "a9144e9f39ca4688ff102128ea4ccda34105324305b087"],
  [segwit, "mainnet", "0014751e76e8199196d454941c45d1b3a323f1433bd6"],
  ["tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", "testnet", "0014751e76e8199196d454941c45d1b3a323f1433bd6"],
])("parses %s of %s", (address, network, paid) => {
  expect(Result.getOrThrow(parseBitcoinAddress(address)).network).toBe(network)
  expect(script(address)).toBe(paid)
})

it("distinguishes a mistyped address from other text", () => {
  expect(reason(old.replace("zP1", "zP2"))).toBe("Checksum")
  expect(reason(segwit.replace("w508", "w509"))).toBe("Checksum")
  expect(reason("0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb")).toBe("Form")
  const error = (address: string) => Result.getOrThrow(Result.flip(parseBitcoinAddress(address))).message
  expect(error(" ")).toBe("Not a Bitcoin address:  ")
  expect(error(`${segwit.slice(0, -1)}5`)).toBe(`Mistyped Bitcoin address: ${segwit.slice(0, -1)}5`)
})

it("rejects any address with one changed character", () => {
  const edit = fc.record({
    address: fc.constantFrom(old, segwit),
    at: fc.nat({ max: 33 }),
    character: fc.stringMatching(/^[a-zA-Z0-9]$/),
  })
  fc.assert(
    fc.property(edit, ({ address, at, character }) => {
      const changed = address.slice(0, at) + character + address.slice(at + 1)
      expect(isBitcoinAddress(changed)).toBe(changed === address)
    }),
  )
})

it("rejects any other text, including very long ones", () => {
  const text = fc.uint16Array().map((codes) => String.fromCharCode(...codes))
  fc.assert(
    fc.property(text, fc.constantFrom("", "bc1", "tb1q", "1", "3"), (rest, start) => {
      expect(isBitcoinAddress(start + rest)).toBe(false)
    }),
  )
  expect(isBitcoinAddress("1".repeat(1_000_000))).toBe(false)
  expect(isBitcoinAddress(`bc1${"q".repeat(1_000_000)}`)).toBe(false)
})
