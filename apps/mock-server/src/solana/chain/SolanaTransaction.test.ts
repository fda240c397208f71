import { getTransferSolInstruction } from "@solana-program/system"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { getTestSigner, signToText } from "../testing/signToText.ts"
import { computeBlockhash } from "./blockhash.ts"
import { BadTransaction, decodeTransaction, withBlockhash } from "./SolanaTransaction.ts"

const blockhash = computeBlockhash("genesis", 1)

const wire = async (version: 0 | "legacy" = 0): Promise<Uint8Array> => {
  const [source, to] = await Promise.all([getTestSigner(0), getTestSigner(1)])
  const transfer = getTransferSolInstruction({ source, destination: to.address, amount: 5n })
  return Buffer.from(
    await signToText({ payer: source, blockhash, instructions: [transfer], version }),
    "base64",
  )
}

/** Returns the decoded transaction or the BadTransaction reason. Any other error fails the test. */
const read = (bytes: Uint8Array) => {
  try {
    return decodeTransaction(bytes)
  } catch (error) {
    if (error instanceof BadTransaction) return error.reason
    throw error
  }
}

describe("decodeTransaction", () => {
  it.each([0, "legacy"] as const)("decodes version %s", async (version) => {
    const transaction = decodeTransaction(await wire(version))
    expect(transaction.message).toMatchObject({ version, lifetimeToken: blockhash })
    expect(transaction.signatures).toEqual([transaction.signature])
  })

  it("ignores bytes after the message", async () => {
    const bytes = await wire()
    const longer = decodeTransaction(Buffer.concat([bytes, Buffer.from([1, 2, 3])]))
    expect(longer.wire).toEqual(decodeTransaction(bytes).wire)
  })

  it("rejects bytes that end too early", async () => {
    const bytes = await wire()
    for (let end = 0; end < bytes.length; end += 1) expect(read(bytes.subarray(0, end))).toBe("Bytes")
  })

  it("rejects an account index that is out of range", async () => {
    const bytes = Buffer.from(await wire("legacy"))
    // The program index is the first byte after the blockhash and the instruction count.
    const index = 1 + 64 + 3 + 1 + 3 * 32 + 32 + 1
    expect(bytes[index]).toBe(2)
    for (const program of [0, 3, 255]) {
      bytes[index] = program
      expect(read(bytes)).toBe("Offsets")
    }
  })

  it("rejects more or fewer signers than accounts allow", async () => {
    const bytes = Buffer.from(await wire("legacy"))
    for (const [signers, readonlySigners] of [
      [0, 0],
      [1, 1],
      [2, 0],
      [9, 0],
    ] as const) {
      bytes.set([signers, readonlySigners], 65)
      expect(["Bytes", "Offsets"]).toContain(read(bytes))
    }
  })

  it("rejects a version that nodes do not know", async () => {
    const bytes = Buffer.from(await wire(0))
    for (const version of [1, 2, 127]) {
      bytes[65] = 0x80 + version
      expect(read(bytes)).toBe("Bytes")
    }
  })

  it("decodes or rejects any bytes", async () => {
    const valid = await wire()
    const mutated = fc
      .array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
      .map((changes) => {
        const bytes = Buffer.from(valid)
        for (const [at, byte] of changes) bytes[at] = byte
        return new Uint8Array(bytes)
      })
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), mutated), (bytes) => {
        const result = read(bytes)
        const unsigned =
          typeof result === "string" ? 0 : result.message.header.numSignerAccounts - result.signatures.length
        expect(unsigned).toBe(0)
      }),
    )
  })
})

it("replaces the blockhash and keeps everything else", async () => {
  const transaction = decodeTransaction(await wire())
  const other = computeBlockhash("genesis", 2)
  const replaced = withBlockhash(transaction, other)
  expect(replaced.message).toEqual({ ...transaction.message, lifetimeToken: other })
  expect(replaced.signatures).toEqual(transaction.signatures)
})
