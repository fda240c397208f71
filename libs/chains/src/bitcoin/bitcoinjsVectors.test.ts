import { readFileSync } from "node:fs"
import { join } from "node:path"
import { base64, hex } from "@scure/base"
import { RawPSBTV0 } from "@scure/btc-signer/psbt.js"
import type { Network } from "@wmodal/protocol"
import { bitcoin, bitcoinTestnet } from "@wmodal/protocol/networks"
import { script as scripts } from "bitcoinjs-lib"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { normalizeAddress } from "./addresses.ts"
import { normalizeRecipient, toAddress, toScript } from "./addressScripts.ts"
import { decodePsbt, parsePsbt } from "./Psbt.ts"
import { toScriptKind } from "./Script.ts"
import { finalizePsbt } from "./signed/finalizePsbt.ts"

const readVectors = (name: string) =>
  readFileSync(join(import.meta.dirname, "../../../../vectors/bitcoinjs", name), "utf8")

const regtest: Network = { ...bitcoinTestnet, id: "0f9188f13cb7b2c71f2a335e3a4fc328" }
const networks = [bitcoin, bitcoinTestnet, regtest]

const Invalid = z.array(z.object({ address: z.string() }))
const addresses = z
  .object({
    standard: z.array(
      z.object({
        network: z.string(),
        base58check: z.optional(z.string()),
        bech32: z.optional(z.string()),
        script: z.string(),
      }),
    ),
    bech32: Invalid,
    invalid: z.object({
      bech32: Invalid,
      fromBase58Check: Invalid,
      fromOutputScript: z.array(z.object({ script: z.string() })),
      toOutputScript: Invalid,
    }),
  })
  .parse(JSON.parse(readVectors("address.json")))

describe("addresses of bitcoinjs-lib", () => {
  const byName = new Map([
    ["bitcoin", bitcoin],
    ["testnet", bitcoinTestnet],
    ["regtest", regtest],
  ])

  const valid = addresses.standard.map(({ base58check = "", bech32, network: name, script: asm }) => ({
    text: bech32 ?? base58check,
    canonical: bech32?.toLowerCase() ?? base58check,
    network: byName.get(name),
    script: scripts.fromASM(asm),
  }))
  const owned = valid.filter(({ script }) => toScriptKind(script) !== null)

  it("reads and writes every valid one of a Bitcoin network whose kind has an owner", () => {
    const own = owned.flatMap(({ network, ...one }) => (network === undefined ? [] : [{ ...one, network }]))
    expect(own).toHaveLength(12)
    for (const { canonical, network, script, text } of own) {
      expect(toScript(network, text)).toEqual(script)
      expect(toAddress(network, script)).toBe(canonical)
      expect([normalizeAddress(text), normalizeRecipient(text)]).toEqual([canonical, canonical])
    }
  })

  it("refuses valid ones of other coins, and of witness versions that anyone may spend today", () => {
    const others = valid.filter((one) => one.network === undefined || !owned.includes(one))
    expect(others).toHaveLength(4)
    for (const { text } of others)
      expect([text, ...networks.map((network) => toScript(network, text))]).toEqual([text, null, null, null])
  })

  it("refuses every invalid one on every network", () => {
    const { bech32, fromBase58Check, toOutputScript } = addresses.invalid
    const all = [...bech32, ...fromBase58Check, ...toOutputScript]
    expect(all).toHaveLength(33)
    for (const { address } of all)
      expect([
        address,
        normalizeRecipient(address),
        ...networks.map((network) => toScript(network, address)),
      ]).toEqual([address, null, null, null, null])
  })

  it("writes no address of a script that has none, a taproot key off the curve too", () => {
    expect(addresses.invalid.fromOutputScript).toHaveLength(8)
    for (const { script } of addresses.invalid.fromOutputScript)
      for (const network of networks)
        expect([script, toAddress(network, scripts.fromASM(script))]).toEqual([script, null])
  })
})

const Texts = z.array(z.object({ psbt: z.string() }))
const psbtJson: unknown = JSON.parse(readVectors("psbt.json"))
const psbts = z
  .object({
    bip174: z.object({
      valid: Texts,
      invalid: Texts,
      extractor: Texts,
      finalizer: z.array(z.object({ psbt: z.string(), result: z.string() })),
    }),
    finalizeAllInputs: z.array(z.object({ type: z.string(), psbt: z.string(), result: z.string() })),
  })
  .parse(psbtJson)

/** Returns all PSBTs below a value, as base64. */
const findPsbts = (value: unknown): readonly string[] => {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(findPsbts)
  if (typeof value !== "string") return []
  if (value.startsWith("70736274ff")) return [base64.encode(hex.decode(value))]
  return value.startsWith("cHNidP") ? [value] : []
}

/** Returns `null` for unknown keys, which @scure/btc-signer refuses. */
const recode = (bytes: Uint8Array): string | null => {
  try {
    return base64.encode(RawPSBTV0.encode(RawPSBTV0.decode(bytes)))
  } catch {
    return null
  }
}

describe("PSBTs of bitcoinjs-lib", () => {
  const invalid = new Set(psbts.bip174.invalid.map(({ psbt }) => psbt))

  it("decodes every valid one of BIP-174", () => {
    expect(psbts.bip174.valid).toHaveLength(7)
    for (const { psbt } of psbts.bip174.valid) expect([psbt, decodePsbt(psbt)]).not.toEqual([psbt, null])
  })

  it("refuses every invalid one", () => {
    expect(invalid.size).toBe(18)
    for (const psbt of invalid) expect([psbt, decodePsbt(psbt)]).toEqual([psbt, null])
  })

  it("decodes every other one that has outputs, and writes the bytes that @scure/btc-signer writes", () => {
    const others = [...new Set(findPsbts(psbtJson))].filter((psbt) => !invalid.has(psbt))
    const read = others.map((psbt) => {
      const bytes = base64.decode(psbt)
      const { data, txOutputs } = parsePsbt(bytes)
      expect([psbt, decodePsbt(psbt) !== null]).toEqual([psbt, txOutputs.length > 0])
      const other = recode(bytes)
      expect([base64.encode(data.toBuffer()), null]).toContain(other)
      return { isShown: txOutputs.length > 0, isCompared: other !== null }
    })
    expect(read.filter(({ isShown }) => isShown)).toHaveLength(68)
    expect(read.filter(({ isCompared }) => isCompared)).toHaveLength(77)
    expect(read).toHaveLength(83)
  })

  it("finalizes the ones whose inputs it shows as its own kinds, and no other", () => {
    const signed = [...psbts.finalizeAllInputs, ...psbts.bip174.finalizer, ...psbts.bip174.extractor]
    const tags = signed.map(({ psbt }) => finalizePsbt(psbt, base64.decode(psbt))._tag)
    expect(tags.filter((tag) => tag === "Signed")).toHaveLength(2)
    const finals = psbts.finalizeAllInputs.map(({ psbt, result }) => {
      const [own, final] = [psbt, result].map((answer) => finalizePsbt(psbt, base64.decode(answer)))
      expect(final).toEqual(own)
      const published = parsePsbt(base64.decode(result)).extractTransaction().toHex()
      return own?._tag === "Signed" ? own.raw === published : null
    })
    expect(finals.filter((isSame) => isSame !== null)).toEqual([true])
  })

  it("takes no signature from a witness that goes on after its items", () => {
    const [signed] = psbts.finalizeAllInputs.filter(({ type }) => type === "P2WPKH")
    const answer = parsePsbt(base64.decode(signed?.result ?? ""))
    const [input] = answer.data.inputs
    const asked = signed?.psbt ?? ""
    expect(finalizePsbt(asked, answer.toBuffer())._tag).toBe("Signed")
    Object.assign(input ?? {}, {
      finalScriptWitness: Uint8Array.of(...(input?.finalScriptWitness ?? []), 0),
    })
    expect(finalizePsbt(asked, answer.toBuffer())._tag).toBe("Malformed")
  })
})
