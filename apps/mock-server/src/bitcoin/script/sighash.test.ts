import { Transaction as ScureTransaction } from "@scure/btc-signer"
import { Transaction } from "bitcoinjs-lib"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { toHex } from "../transaction/bytes.ts"

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const script = fc.uint8Array({ minLength: 1, maxLength: 60 })
const amount = fc.bigInt({ min: 0n, max: 2_100_000_000_000_000n })
const word = fc.integer({ min: 0, max: 0xffff_ffff })

const transactions = fc
  .record({
    version: fc.constantFrom(1, 2),
    lockTime: word,
    inputs: fc.array(fc.tuple(bytes(32), word, word, bytes(32), amount), { minLength: 1, maxLength: 4 }),
    outputs: fc.array(fc.tuple(script, amount), { minLength: 1, maxLength: 4 }),
  })
  .map(({ version, lockTime, inputs, outputs }) => {
    const ours = new Transaction()
    ours.version = version
    ours.locktime = lockTime
    for (const [hash, index, sequence] of inputs) ours.addInput(hash, index, sequence)
    for (const [lock, value] of outputs) ours.addOutput(lock, value)
    const theirs = ScureTransaction.fromRaw(ours.toBuffer(), {
      allowUnknownInputs: true,
      allowUnknownOutputs: true,
      disableScriptCheck: true,
    })
    return {
      ours,
      theirs,
      spent: inputs.map(([, , , key, value]) => ({ script: Uint8Array.from([0x51, 32, ...key]), value })),
    }
  })

/**
 * Two libraries that share no code must compute the same hash, so that the ledger verifies the hash that wallets
 * sign.
 */
describe("signature hash", () => {
  it("matches between both libraries in witness version 0", () => {
    const hashTypes = fc.constantFrom(1, 2, 3, 0x81, 0x82, 0x83)
    fc.assert(
      fc.property(transactions, script, amount, hashTypes, ({ ours, theirs }, code, value, hashType) => {
        for (const index of ours.ins.keys())
          expect(toHex(theirs.preimageWitnessV0(index, code, hashType, value))).toBe(
            toHex(ours.hashForWitnessV0(index, code, value, hashType)),
          )
      }),
    )
  })

  it("matches between both libraries in taproot", () => {
    const hashTypes = fc.constantFrom(0, 1, 2, 3, 0x81, 0x82, 0x83)
    fc.assert(
      fc.property(transactions, hashTypes, ({ ours, theirs, spent }, hashType) => {
        const scripts = spent.map((output) => output.script)
        const values = spent.map((output) => output.value)
        // SIGHASH_SINGLE signs the output with the index of the input, which must exist.
        const isSingle = (hashType & 3) === 3
        for (const index of isSingle ? [0] : ours.ins.keys())
          expect(toHex(theirs.preimageWitnessV1(index, scripts, hashType, values))).toBe(
            toHex(ours.hashForWitnessV1(index, scripts, values, hashType)),
          )
      }),
    )
  })
})
