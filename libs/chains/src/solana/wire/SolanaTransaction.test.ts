import { AccountRole, address } from "@solana/kit"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  makeInstruction,
  makeMeta,
  transferSol,
  unsignedTransaction,
} from "../../testing/solanaTransactions.ts"
import { decodeBase64, encodeBase64 } from "../../text/base64.ts"
import { programs } from "../program/programs.ts"
import { compileMessage } from "./Instruction.ts"
import { encodeMessage } from "./SolanaMessage.ts"
import { decodeTransaction, encodeTransaction } from "./SolanaTransaction.ts"

const [vera, milo] = [
  "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96",
  "AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD",
]
const blockhash = "11111111111111111111111111111111"
const payer = address(vera)
const message = compileMessage({ payer, blockhash, instructions: [transferSol(vera, milo, 5n)] })
const bytes = encodeMessage(message)

/** A transaction with this many missing signatures. */
const withSignatures = (count: number) =>
  encodeBase64(
    encodeTransaction(
      bytes,
      Array.from({ length: count }, () => null),
    ),
  )

describe("decodeTransaction of Solana", () => {
  it("decodes a message with empty signatures", () => {
    expect(decodeTransaction(withSignatures(1))).toEqual({
      signatures: { [vera]: null },
      message,
      messageBytes: bytes,
    })
  })

  it("returns null when the number of signatures or the size is wrong", () => {
    expect(decodeTransaction(withSignatures(0))).toBe(null)
    expect(decodeTransaction(withSignatures(2))).toBe(null)
    const memo = (length: number) =>
      unsignedTransaction({
        payer: vera,
        blockhash,
        instructions: [makeInstruction(milo, new Uint8Array(length))],
      })
    expect(Buffer.from(memo(1_062), "base64")).toHaveLength(1_232)
    expect(decodeTransaction(memo(1_062))).not.toBe(null)
    expect(decodeTransaction(memo(1_063))).toBe(null)
  })

  it("returns null for a number of signatures that is not in its shortest form, and for further bytes", () => {
    const wire = [...encodeTransaction(bytes, [null])]
    const decode = (some: readonly number[]) => decodeTransaction(encodeBase64(Uint8Array.from(some)))
    expect(decode(wire)).not.toBe(null)
    expect(decode([0x81, 0, ...wire.slice(1)])).toBe(null)
    expect(decode([...wire, 0])).toBe(null)
  })

  it("never throws for random texts", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.uint8Array().map(encodeBase64)), (text) => {
        const read = decodeTransaction(text)
        expect(
          read === null || Object.keys(read.signatures).length === read.message.header.numSignerAccounts,
        ).toBe(true)
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

it("compiles each account once with its combined permissions, in the order of first use", () => {
  const [ines, thief] = [
    "CqMbRgMuEhQi9BUS8xP44Wk5nENm48FqJnfjEi4eNb1k",
    "7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv",
  ]
  const read = [vera, thief, ines].map((one) => makeMeta(one, AccountRole.READONLY))
  const both = compileMessage({
    payer,
    blockhash,
    instructions: [makeInstruction(milo, Uint8Array.of(1), read), transferSol(vera, thief, 1n)],
  })
  expect(both.staticAccounts).toEqual([vera, thief, ines, milo, programs.system])
  expect(both.header).toEqual({
    numSignerAccounts: 1,
    numReadonlySignerAccounts: 0,
    numReadonlyNonSignerAccounts: 3,
  })
})
