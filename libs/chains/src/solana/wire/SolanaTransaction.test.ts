import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodeBase64, encodeBase64 } from "../../text/base64.ts"
import { transferSol } from "../program/instructions.ts"
import { concatBytes } from "./encodeBytes.ts"
import { compileMessage } from "./Instruction.ts"
import { encodeMessage } from "./SolanaMessage.ts"
import { decodeTransaction, encodeUnsigned } from "./SolanaTransaction.ts"

const [vera, milo] = [
  "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96",
  "AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD",
]

const message = compileMessage({
  payer: vera,
  blockhash: "11111111111111111111111111111111",
  instructions: [transferSol(vera, milo, 5n)],
})
const bytes = encodeMessage(message)

describe("decodeTransaction of Solana", () => {
  it("decodes a message with empty signatures", () => {
    expect(decodeTransaction(encodeUnsigned(bytes, 1))).toEqual({
      signatures: [null],
      message,
      messageBytes: bytes,
    })
  })

  it("returns null when the number of signatures or the size is wrong", () => {
    expect(decodeTransaction(encodeUnsigned(bytes, 0))).toBe(null)
    expect(decodeTransaction(encodeUnsigned(bytes, 2))).toBe(null)
    const long = compileMessage({
      payer: vera,
      blockhash: message.blockhash,
      instructions: [{ ...transferSol(vera, milo, 5n), data: new Uint8Array(1_100) }],
    })
    expect(decodeTransaction(encodeUnsigned(encodeMessage(long), 1))).toBe(null)
  })

  it("never throws for random texts", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.uint8Array().map(encodeBase64)), (text) => {
        const read = decodeTransaction(text)
        expect(read === null || read.signatures.length === read.message.signers).toBe(true)
      }),
    )
  })
})

describe("decodeBase64", () => {
  it("accepts only the canonical encoding", () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), (some, text) => {
        expect(decodeBase64(encodeBase64(some))).toEqual(some)
        expect(encodeBase64(some)).toBe(Buffer.from(some).toString("base64"))
        const read = decodeBase64(text)
        expect(read === null || encodeBase64(read) === text).toBe(true)
      }),
    )
    for (const odd of ["Zg", "Zg=", "Zh==", " Zg==", "Zg==\n", "Z-_="]) expect(decodeBase64(odd)).toBe(null)
  })
})

it("compiles each account once with its combined permissions", () => {
  const both = compileMessage({
    payer: vera,
    blockhash: message.blockhash,
    instructions: [
      { program: milo, accounts: [{ address: vera, signs: false, written: false }], data: concatBytes([1]) },
      transferSol(vera, milo, 1n),
    ],
  })
  expect(both.accounts.slice(0, 2)).toEqual([vera, milo])
  expect([both.signers, both.readonlySigners, both.readonlyOthers]).toEqual([1, 0, 1])
})
