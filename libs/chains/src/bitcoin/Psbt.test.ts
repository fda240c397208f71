import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { sha256 } from "@noble/hashes/sha2.js"
import { base64 } from "@scure/base"
import { RawPSBTV0 } from "@scure/btc-signer/psbt.js"
import { RawOldTx, RawTx } from "@scure/btc-signer/script.js"
import { Psbt as OtherPsbt, Transaction } from "bitcoinjs-lib"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { decodePsbt, encodePsbt, toSignedHash } from "./Psbt.ts"
import { parseAddressScript } from "./Script.ts"

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const toHexText = (array: Uint8Array) => Buffer.from(array).toString("hex")
const script = bytes(20).map((hash) => Uint8Array.from([0, 20, ...hash]))
const output = fc.record({ script, value: fc.bigInt(0n, 2_100_000_000_000_000n) })
const input = fc.record({
  outpoint: fc.tuple(bytes(32), fc.nat({ max: 0xffff_fffe })).map(([txid, at]) => `${toHexText(txid)}:${at}`),
  coin: output,
})
const parts = fc.record({
  inputs: fc.uniqueArray(input, { minLength: 1, maxLength: 8, selector: ({ outpoint }) => outpoint }),
  outputs: fc.array(output, { minLength: 1, maxLength: 4 }),
  lockTime: fc.nat({ max: 900_000 }),
})

/** The parts of a transaction, as @scure/btc-signer returns them. */
interface RawTransaction {
  readonly version: number
  readonly inputs: readonly {
    readonly txid: Uint8Array
    readonly index: number
    readonly sequence: number
  }[]
  readonly outputs: readonly { readonly amount: bigint; readonly script: Uint8Array }[]
  readonly lockTime: number
}
const getUnsigned = ({ global: { unsignedTx } }: ReturnType<typeof RawPSBTV0.decode>) => {
  if (unsignedTx === undefined) throw new Error("The PSBT has no transaction.")
  return unsignedTx
}
const toOutput = (raw: { readonly amount: bigint; readonly script: Uint8Array } | undefined) =>
  raw && { script: raw.script, value: raw.amount }
const compareOutpoints = (a: string, b: string) => {
  const [one = "", two = ""] = [a, b].map((text) => text.slice(0, 64))
  return one < two ? -1 : one > two ? 1 : Number(a.slice(65)) - Number(b.slice(65))
}

describe("encodePsbt and decodePsbt", () => {
  it("encodes PSBTs that @scure/btc-signer decodes to the same parts and encodes to the same bytes", () => {
    fc.assert(
      fc.property(parts, (made) => {
        const bytes = base64.decode(encodePsbt(made))
        const other = RawPSBTV0.decode(bytes)
        expect(RawPSBTV0.encode(other)).toEqual(bytes)
        const { inputs, lockTime, outputs, version }: RawTransaction = getUnsigned(other)
        const coins = inputs.map(({ index, sequence, txid }, at) => ({
          outpoint: `${toHexText(txid)}:${index}`,
          coin: toOutput(other.inputs[at]?.witnessUtxo),
          sequence,
        }))
        // BIP-69: by transaction, then by index; outputs by value, then by script.
        const wanted = made.inputs.map((one) => ({ ...one, sequence: 0xffff_fffd }))
        expect(coins).toEqual(wanted.toSorted((a, b) => compareOutpoints(a.outpoint, b.outpoint)))
        expect(outputs.map(toOutput)).toEqual(
          made.outputs.toSorted(
            (a, b) => Number(a.value - b.value) || (toHexText(a.script) < toHexText(b.script) ? -1 : 1),
          ),
        )
        expect([version, lockTime]).toEqual([2, made.lockTime])
      }),
    )
  })

  it("decodes its own PSBT with the hash of the later transaction", () => {
    fc.assert(
      fc.property(parts, (made) => {
        const text = encodePsbt(made)
        const read = decodePsbt(text)
        expect(new Set(read?.inputs.map(({ outpoint }) => outpoint))).toEqual(
          new Set(made.inputs.map(({ outpoint }) => outpoint)),
        )
        expect(read?.inputs.every(({ coin, sighash }) => coin !== null && sighash === null)).toBe(true)
        const unsigned = getUnsigned(RawPSBTV0.decode(base64.decode(text)))
        const hash = sha256(sha256(RawOldTx.encode(unsigned)))
        expect(read?.txid).toBe(toHexText(hash.toReversed()))
      }),
    )
  })

  it("encodes the same PSBT for any order of inputs and outputs", () => {
    fc.assert(
      fc.property(parts, (made) => {
        const { inputs, outputs } = made
        const turned = { ...made, inputs: inputs.toReversed(), outputs: outputs.toReversed() }
        expect(encodePsbt(turned)).toBe(encodePsbt(made))
      }),
    )
  })

  it("returns null for truncated, extended, empty and random texts", () => {
    fc.assert(
      fc.property(parts, fc.nat(), (made, cut) => {
        const whole = Buffer.from(encodePsbt(made), "base64")
        const shorter = whole.subarray(0, cut % whole.length)
        expect(decodePsbt(shorter.toString("base64"))).toBe(null)
        expect(decodePsbt(Buffer.concat([whole, Buffer.from([0])]).toString("base64"))).toBe(null)
      }),
    )
    for (const text of [null, undefined, "", "no", "cHNidP8=", "cHNidP8BAA=="])
      expect(decodePsbt(text)).toBe(null)
    fc.assert(fc.property(fc.string(), (text) => decodePsbt(text) === null))
    fc.assert(
      fc.property(fc.base64String(), (text) => decodePsbt(`cHNidP8${text.replaceAll("=", "")}`) === null),
    )
  })

  const lock = Uint8Array.of(0, 20, ...new Uint8Array(20).fill(1))
  const coin = { script: lock, value: 5_000n }
  const simple = { inputs: [{ outpoint: `${"ab".repeat(32)}:0`, coin }], outputs: [coin], lockTime: 0 }

  /** Replaces the end of a PSBT's bytes, which are its input's map and the empty map of its output. */
  const withInput = (input: string, end = "") => {
    const [head = ""] = toHexText(base64.decode(encodePsbt(simple))).split("0001011f")
    return base64.encode(Uint8Array.from(Buffer.from(`${head}00${input}0000${end}`, "hex")))
  }
  const utxo = `01011f8813000000000000160014${"01".repeat(20)}`

  it("reads the fields of an input", () => {
    expect(withInput(utxo)).toBe(encodePsbt(simple))
    expect(decodePsbt(withInput(`${utxo}01030483000000`))?.inputs[0]).toMatchObject({ coin, sighash: 0x83 })
  })

  it.each([
    ["bytes after a sighash", `${utxo}0103080100000083000000`],
    ["bytes after the spent output", `010120${utxo.slice(6)}00`],
    ["a length in a long form", `0101fd1f00${utxo.slice(6)}`],
    ["a spent output of a negative amount", `01011f${"ff".repeat(8)}160014${"01".repeat(20)}`],
    // It is read as UTF-8, whose replacement for a wrong byte is longer.
    ["a commitment to a proof of reserves", `${utxo}010901ff`],
    ["a field twice", `${utxo}${utxo}`],
    ["a field whose key goes on", `0201001f${utxo.slice(6)}`],
  ])("returns null for %s", (_, input) => {
    expect(decodePsbt(withInput(input))).toBe(null)
  })

  it("returns null for bytes at the end that the length of a commitment hides", () => {
    expect(decodePsbt(withInput(`${utxo}010901ff`, "dead"))).toBe(null)
  })

  it("returns null for another version, and for outputs of a negative amount", () => {
    const bytes = toHexText(base64.decode(encodePsbt(simple)))
    const decodeHex = (text: string) => decodePsbt(base64.encode(Uint8Array.from(Buffer.from(text, "hex"))))
    const withVersion = (version: string) => bytes.replace("0001011f", `01fb04${version}0001011f`)
    expect(decodeHex(withVersion("00000000"))).toEqual(decodeHex(bytes))
    for (const version of ["01000000", "02000000", "00000001"])
      expect(decodeHex(withVersion(version))).toBe(null)
    expect(decodeHex(bytes.replace("8813000000000000", "ff".repeat(8)))).toBe(null)
  })

  it("returns null for an input that is spent twice", () => {
    const [input] = simple.inputs
    expect(decodePsbt(encodePsbt({ ...simple, inputs: [...simple.inputs, ...(input ? [input] : [])] }))).toBe(
      null,
    )
  })

  it("takes the spent output from a parent transaction only if the parent has the hash of the input", () => {
    const parent = new Transaction()
    parent.addInput(new Uint8Array(32).fill(7), 0)
    parent.addOutput(lock, 5_000n)
    const psbtWith = (
      hash: string,
      witnessUtxo?: { readonly script: Uint8Array; readonly value: bigint },
    ) => {
      const other = new OtherPsbt()
      other.addInput({
        hash,
        index: 0,
        sighashType: 0x83,
        ...(witnessUtxo && { witnessUtxo }),
      })
      other.addOutput({ script: lock, value: 4_000n })
      return other
    }
    const whole = psbtWith(parent.getId())
    whole.data.updateInput(0, { nonWitnessUtxo: parent.toBuffer() })
    const read = decodePsbt(whole.toBase64())
    expect(read?.inputs[0]).toEqual({
      outpoint: `${parent.getId()}:0`,
      coin: { script: lock, value: 5_000n },
      sighash: 0x83,
    })
    const stranger = psbtWith("ab".repeat(32))
    stranger.data.updateInput(0, { nonWitnessUtxo: parent.toBuffer() })
    expect(decodePsbt(stranger.toBase64())).toBe(null)
    const lying = psbtWith(parent.getId(), { script: lock, value: 5_001n })
    lying.data.updateInput(0, { nonWitnessUtxo: parent.toBuffer() })
    expect(decodePsbt(lying.toBase64())).toBe(null)
    expect(decodePsbt(psbtWith(parent.getId()).toBase64())?.inputs[0]?.coin).toBe(null)
  })
})

describe("toSignedHash", () => {
  const signed = fc
    .record({
      inputs: fc.array(bytes(32), { minLength: 1, maxLength: 4 }),
      outputs: fc.array(output, { minLength: 1 }),
    })
    .map(({ inputs, outputs }) => {
      const transaction = new Transaction()
      transaction.version = 2
      for (const [at, hash] of inputs.entries()) {
        transaction.addInput(hash, at)
        transaction.setWitness(at, [new Uint8Array(71), new Uint8Array(33)])
      }
      for (const { script: lock, value } of outputs) transaction.addOutput(lock, value)
      return transaction
    })

  it("returns the hash that the parts have as @scure/btc-signer reads and writes them", () => {
    fc.assert(
      fc.property(signed, (transaction) => {
        const { inputs, lockTime, outputs, version } = RawTx.decode(transaction.toBuffer())
        const bytes = RawOldTx.encode({ version, inputs, outputs, lockTime })
        const hash = toHexText(sha256(sha256(bytes)).toReversed())
        expect(toSignedHash(transaction.toHex())).toBe(hash)
        expect(toSignedHash(transaction.toHex().toUpperCase())).toBe(hash)
      }),
    )
  })

  it("returns null for truncated, extended and partly unsigned transactions", () => {
    fc.assert(
      fc.property(signed, fc.nat(), (transaction, cut) => {
        const text = transaction.toHex()
        expect(toSignedHash(text.slice(0, cut % text.length))).toBe(null)
        expect(toSignedHash(`${text}00`)).toBe(null)
        expect(toSignedHash(`${text}x`)).toBe(null)
        // The count of inputs, in three bytes instead of one.
        expect(toSignedHash(`${text.slice(0, 12)}fd${text.slice(12, 14)}00${text.slice(14)}`)).toBe(null)
        transaction.setWitness(0, [])
        expect(toSignedHash(transaction.toHex())).toBe(null)
      }),
    )
    for (const text of ["", "no", "00", `0x${"00".repeat(60)}`]) expect(toSignedHash(text)).toBe(null)
  })
})

describe("toSignedHash and decodePsbt with BIP-322 vectors", () => {
  const file = join(import.meta.dirname, "../../../../vectors/bip322/basic-test-vectors.json")
  const Vectors = z.object({
    tx_hashes: z.array(
      z.object({
        message_hash: z.string(),
        address: z.string(),
        to_spend_tx_hash: z.string(),
        to_sign_tx_hash: z.string(),
        message: z.string(),
      }),
    ),
  })

  it("returns the published hashes of signed transactions and of PSBTs", () => {
    const { tx_hashes } = Vectors.parse(JSON.parse(readFileSync(file, "utf8")))
    expect(tx_hashes.length).toBeGreaterThan(2)
    const tag = createHash("sha256").update("BIP0322-signed-message").digest()
    for (const { address, message, message_hash, to_sign_tx_hash, to_spend_tx_hash } of tx_hashes) {
      const digest = createHash("sha256").update(tag).update(tag).update(message).digest()
      expect(digest.toString("hex")).toBe(message_hash)
      const lock = parseAddressScript(address) ?? new Uint8Array()
      const spent = new Transaction()
      spent.version = 0
      spent.addInput(new Uint8Array(32), 0xffff_ffff, 0, Uint8Array.from([0, 32, ...digest]))
      spent.addOutput(lock, 0n)
      expect(toSignedHash(spent.toHex())).toBe(to_spend_tx_hash)
      const signing = new OtherPsbt()
      signing.setVersion(0)
      signing.addInput({
        hash: to_spend_tx_hash,
        index: 0,
        sequence: 0,
        witnessUtxo: { script: lock, value: 0n },
      })
      signing.addOutput({ script: Uint8Array.from([0x6a]), value: 0n })
      expect(decodePsbt(signing.toBase64())?.txid).toBe(to_sign_tx_hash)
    }
  })
})
