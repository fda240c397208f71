import { AccountRole, address } from "@solana/kit"
import { describe, expect, it } from "vitest"
import { makeInstruction, makeMeta, solanaKey, transferSol } from "../../testing/solanaTransactions.ts"
import { programs } from "../program/programs.ts"
import { compileMessage, toAccountMetas, toInstructions } from "../wire/Instruction.ts"
import { decodeMessage, encodeMessage, getSigners, type SolanaMessage } from "../wire/SolanaMessage.ts"
import { withPayer } from "./withPayer.ts"

const [payer, shop, friend, table, program] = [1, 2, 3, 4, 5].map((seed) =>
  address(solanaKey(seed).address),
) as [
  ReturnType<typeof address>,
  ReturnType<typeof address>,
  ReturnType<typeof address>,
  ReturnType<typeof address>,
  ReturnType<typeof address>,
]
const [old, fresh] = [program, table]

const describeUse = (message: SolanaMessage) => toInstructions(message, toAccountMetas(message))

describe("withPayer", () => {
  it("keeps each instruction, in both versions, while the payer before is left out", () => {
    const instructions = [transferSol(payer, friend, 5n), transferSol(payer, friend, 7n)]
    const made = compileMessage({ payer: shop, blockhash: old, instructions })
    for (const message of [made, { ...made, version: 0 as const }]) {
      const paid = withPayer(message, payer, fresh)
      expect(getSigners(paid)).toEqual([payer])
      expect(paid.staticAccounts).not.toContain(shop)
      expect(paid.lifetimeToken).toBe(fresh)
      expect(describeUse(paid)).toEqual(
        describeUse(compileMessage({ payer, blockhash: fresh, instructions })),
      )
      expect(decodeMessage(encodeMessage(paid))).toEqual(paid)
    }
  })

  it("keeps accounts of lookup tables at their places, and the read-only signers behind the others", () => {
    const message: SolanaMessage = {
      version: 0,
      header: { numSignerAccounts: 3, numReadonlySignerAccounts: 1, numReadonlyNonSignerAccounts: 1 },
      staticAccounts: [shop, payer, friend, program],
      lifetimeToken: old,
      // Two accounts of a table follow the four: the writable one first.
      addressTableLookups: [{ lookupTableAddress: table, writableIndexes: [9], readonlyIndexes: [3] }],
      instructions: [{ programAddressIndex: 3, accountIndices: [1, 4, 2, 5], data: new Uint8Array([1]) }],
    }
    const paid = withPayer(message, payer, fresh)
    expect(paid.staticAccounts).toEqual([payer, friend, program])
    expect(paid.header).toEqual({
      numSignerAccounts: 2,
      numReadonlySignerAccounts: 1,
      numReadonlyNonSignerAccounts: 1,
    })
    expect(describeUse(paid)).toEqual(describeUse(message))
    expect(decodeMessage(encodeMessage(paid))).toEqual(paid)
  })

  it("makes an account the payer that was only read, or not mentioned", () => {
    const read = makeInstruction(program, new Uint8Array(), [makeMeta(payer, AccountRole.READONLY)])
    const blank = makeInstruction(program, new Uint8Array())
    for (const instruction of [read, blank]) {
      const made = compileMessage({ payer: shop, blockhash: old, instructions: [instruction] })
      expect(withPayer(made, payer, fresh).staticAccounts).toEqual([payer, program])
    }
  })

  it("leaves a payer that an instruction uses a signer, so that it is not paid in its name", () => {
    const made = compileMessage({ payer: shop, blockhash: old, instructions: [transferSol(shop, payer, 5n)] })
    expect(getSigners(withPayer(made, payer, fresh))).toEqual([payer, shop])
  })

  it("takes the program out of the signers where no payer is named", () => {
    const message: SolanaMessage = {
      version: "legacy",
      header: { numSignerAccounts: 2, numReadonlySignerAccounts: 0, numReadonlyNonSignerAccounts: 0 },
      staticAccounts: [address(programs.system), payer, friend],
      lifetimeToken: old,
      instructions: [
        { programAddressIndex: 0, accountIndices: [1, 2], data: transferSol(payer, friend, 5n).data },
      ],
    }
    const paid = withPayer(message, payer, fresh)
    const expected = compileMessage({
      payer,
      blockhash: fresh,
      instructions: [transferSol(payer, friend, 5n)],
    })
    expect(paid).toEqual(expected)
  })

  it("throws for an index that is out of range", () => {
    const made = compileMessage({
      payer: shop,
      blockhash: old,
      instructions: [transferSol(payer, friend, 5n)],
    })
    const [first] = made.instructions
    if (first === undefined) throw new Error("no instruction")
    for (const wrong of [
      { ...first, programAddressIndex: 9 },
      { ...first, accountIndices: [1, 4] },
    ])
      expect(() => withPayer({ ...made, instructions: [wrong] }, payer, fresh)).toThrow(RangeError)
  })
})
