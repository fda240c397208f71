import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as btc from "@scure/btc-signer"
import type { Network } from "@wmodal/protocol"
import { bitcoin, bitcoinTestnet } from "@wmodal/protocol/networks"
import fc from "fast-check"
import { describe, expect, it, vi } from "vitest"
import * as z from "zod/mini"
import { bitcoinActions } from "./actions.ts"
import { normalizeAddress } from "./addresses.ts"
import { normalizeRecipient, toAddress, toScript } from "./addressScripts.ts"
import { toScriptKind } from "./Script.ts"

const file = join(import.meta.dirname, "../../../../vectors/bech32/segwit.json")
const Vectors = z.object({
  segwit_valid: z.array(z.object({ address: z.string(), scriptPubKey: z.string() })),
  segwit_invalid: z.array(z.object({ address: z.string() })),
})
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")

const regtest: Network = {
  ...bitcoinTestnet,
  id: "0f9188f13cb7b2c71f2a335e3a4fc328",
  caipNetworkId: "bip122:0f9188f13cb7b2c71f2a335e3a4fc328",
}

const networks = [
  ["mainnet", bitcoin, btc.NETWORK],
  ["testnet", bitcoinTestnet, btc.TEST_NETWORK],
  ["regtest", regtest, { ...btc.TEST_NETWORK, bech32: "bcrt" }],
] as const

const hash = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const scripts = fc.oneof(
  hash(20).map((bytes) => Uint8Array.from([0x76, 0xa9, 20, ...bytes, 0x88, 0xac])),
  hash(20).map((bytes) => Uint8Array.from([0xa9, 20, ...bytes, 0x87])),
  hash(20).map((bytes) => Uint8Array.from([0, 20, ...bytes])),
  hash(32).map((bytes) => Uint8Array.from([0, 32, ...bytes])),
)

describe.each(networks)("Bitcoin addresses of %s", (_, network, params) => {
  it("encodes like @scure/btc-signer and decodes to the same script", () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const text = toAddress(network, script) ?? ""
        expect(text).toBe(btc.Address(params).encode(btc.OutScript.decode(script)))
        expect(toScript(network, text)).toEqual(script)
        expect(normalizeAddress(text)).not.toBe(null)
      }),
    )
  })

  it("returns null on every other network, except for legacy testnet addresses on regtest", () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const text = toAddress(network, script) ?? ""
        const isOld = /^[2mn]/.test(text)
        const others = networks.map(([, other]) => other).filter((other) => other !== network)
        // Legacy addresses of a regtest have the form of a testnet.
        const shared = others.map((other) => (isOld && other !== bitcoin ? script : null))
        expect(others.map((other) => toScript(other, text))).toEqual(shared)
      }),
    )
  })
})

describe("normalizeAddress", () => {
  it("lowers the case of bech32 addresses and keeps the case of base58 ones", () => {
    const upper = "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4"
    expect(normalizeAddress(upper)).toBe(upper.toLowerCase())
    expect(normalizeAddress("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa")).toBe("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa")
    expect(normalizeAddress("1a1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa")).toBe(null)
    for (const text of ["", " ", "bc1", upper.replace("8", "9"), `${upper}q`, "0x00", "satoshi"])
      expect(normalizeAddress(text)).toBe(null)
  })

  it("accepts valid segwit addresses with an owner and rejects future witness versions", () => {
    const { segwit_invalid, segwit_valid } = Vectors.parse(JSON.parse(readFileSync(file, "utf8")))
    for (const { address: text, scriptPubKey } of segwit_valid) {
      const isOwned = toScriptKind(Uint8Array.from(Buffer.from(scriptPubKey, "hex"))) !== null
      expect(normalizeAddress(text)).toBe(isOwned ? text.toLowerCase() : null)
      const network = /^bc/i.test(text) ? bitcoin : bitcoinTestnet
      const script = toScript(network, text)
      expect(script && toHex(script)).toBe(isOwned ? scriptPubKey : null)
    }
    expect(segwit_valid.filter(({ address: text }) => normalizeAddress(text) !== null)).toHaveLength(5)
    for (const { address: text } of segwit_invalid) expect(normalizeAddress(text)).toBe(null)
  })

  it("round-trips a taproot address", () => {
    const text = "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"
    const script = toScript(bitcoin, text)
    expect(script === null ? null : toAddress(bitcoin, script)).toBe(text)
  })
})

describe("normalizeRecipient", () => {
  const offCurve = "bc1pllllllllllllllllllllllllllllllllllllllllllllllllllllshsdfvw2y"

  it("returns null for a taproot address whose key is not a point, because its funds are lost", () => {
    const text = btc.Address().encode({ type: "tr", pubkey: new Uint8Array(32).fill(1) })
    expect([normalizeRecipient(text.toUpperCase()), normalizeRecipient(offCurve)]).toEqual([text, null])
    expect([toScript(bitcoin, offCurve), bitcoinActions.address(offCurve)]).toEqual([null, null])
  })

  it("returns null for an address that anyone may spend from, without a word of bitcoinjs-lib's", () => {
    const warn = vi.spyOn(console, "warn")
    expect(normalizeRecipient("BC1SW50QGDZ25J")).toBe(null)
    expect(toAddress(bitcoin, Uint8Array.of(0x60, 2, 0x75, 0x1e))).toBe(null)
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })
})
