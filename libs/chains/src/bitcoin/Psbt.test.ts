import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
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

describe("encodePsbt and decodePsbt", () => {
  it("encodes PSBTs that bitcoinjs-lib decodes to the same parts", () => {
    fc.assert(
      fc.property(parts, (made) => {
        const other = OtherPsbt.fromBase64(encodePsbt(made))
        const coins = other.txInputs.map(({ hash, index, sequence }, at) => ({
          outpoint: `${toHexText(hash.toReversed())}:${index}`,
          coin: other.data.inputs[at]?.witnessUtxo,
          sequence,
        }))
        const key = ({ outpoint }: { readonly outpoint: string }) => outpoint
        const wanted = made.inputs.map((one) => ({ ...one, sequence: 0xffff_fffd }))
        const inOrder = (all: typeof coins) => all.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
        expect(inOrder(coins)).toEqual(inOrder(wanted))
        expect(other.txOutputs.map(({ value }) => value)).toEqual(
          made.outputs.map(({ value }) => value).toSorted((a, b) => Number(a - b)),
        )
        expect([other.version, other.locktime]).toEqual([2, made.lockTime])
        expect(other.data.inputs.every((one) => Object.keys(one).join() === "witnessUtxo")).toBe(true)
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
        const other = OtherPsbt.fromBase64(text)
        const transaction = new Transaction()
        transaction.version = other.version
        transaction.locktime = other.locktime
        for (const { hash, index, sequence } of other.txInputs) transaction.addInput(hash, index, sequence)
        for (const { script: lock, value } of other.txOutputs) transaction.addOutput(lock, value)
        expect(read?.txid).toBe(transaction.getId())
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

  it("takes the spent output from a parent transaction only if the parent has the hash of the input", () => {
    const parent = new Transaction()
    parent.addInput(new Uint8Array(32).fill(7), 0)
    const lock = Uint8Array.from([0, 20, ...new Uint8Array(20).fill(1)])
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

  it("returns the same hash as bitcoinjs-lib", () => {
    fc.assert(
      fc.property(signed, (transaction) => {
        expect(toSignedHash(transaction.toHex())).toBe(transaction.getId())
        expect(toSignedHash(transaction.toHex().toUpperCase())).toBe(transaction.getId())
      }),
    )
  })

  it("returns null for truncated, extended and partly unsigned transactions", () => {
    fc.assert(
      fc.property(signed, fc.nat(), (transaction, cut) => {
        const text = transaction.toHex()
        expect(toSignedHash(text.slice(0, cut % text.length))).toBe(null)
        expect(toSignedHash(`${text}00`)).toBe(null)
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
