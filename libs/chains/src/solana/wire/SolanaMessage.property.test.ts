import { type Address, getAddressDecoder, getCompiledTransactionMessageDecoder } from "@solana/kit"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodeMessage, encodeMessage, type SolanaMessage } from "./SolanaMessage.ts"

const address = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => getAddressDecoder().decode(bytes))
const index = fc.nat({ max: 255 })
const places = fc.array(index, { minLength: 1, maxLength: 4 })

/** Any valid message: its indexes are in range. */
const message: fc.Arbitrary<SolanaMessage> = fc
  .record({
    version: fc.constantFrom<"legacy" | 0>("legacy", 0),
    accounts: fc.uniqueArray(address, { minLength: 2, maxLength: 12 }),
    blockhash: address,
    lookups: fc.array(
      fc.record({ lookupTableAddress: address, writableIndexes: places, readonlyIndexes: places }),
      { minLength: 1, maxLength: 3 },
    ),
    steps: fc.array(
      fc.record({
        program: index,
        accounts: fc.array(index, { minLength: 1, maxLength: 5 }),
        data: fc.uint8Array({ minLength: 1 }),
      }),
      { maxLength: 5 },
    ),
    shares: fc.tuple(fc.nat(), fc.nat(), fc.nat()),
  })
  .map(({ accounts, blockhash, lookups, shares, steps, version }) => {
    const signers = 1 + (shares[0] % accounts.length)
    const looked = version === 0 ? lookups : []
    const count = looked.reduce(
      (sum, { readonlyIndexes, writableIndexes }) => sum + readonlyIndexes.length + writableIndexes.length,
      accounts.length,
    )
    const common = {
      header: {
        numSignerAccounts: signers,
        numReadonlySignerAccounts: shares[1] % signers,
        numReadonlyNonSignerAccounts: shares[2] % (accounts.length - signers + 1),
      },
      staticAccounts: accounts,
      lifetimeToken: blockhash,
      instructions: steps.map(({ accounts: used, data, program }) => ({
        programAddressIndex: 1 + (program % (accounts.length - 1)),
        accountIndices: used.map((place) => place % count),
        data,
      })),
    }
    return version === 0 ? { ...common, version, addressTableLookups: lookups } : { ...common, version }
  })

describe("encodeMessage and decodeMessage", () => {
  it("decodes an encoded message to the same message", () => {
    fc.assert(
      fc.property(message, (one) => {
        expect(decodeMessage(encodeMessage(one))).toEqual(one)
      }),
    )
  })

  it("returns null for truncated and extended bytes and never throws", () => {
    fc.assert(
      fc.property(message, fc.uint8Array(), (one, other) => {
        const bytes = encodeMessage(one)
        expect(decodeMessage(bytes.slice(0, -1))).toBe(null)
        expect(decodeMessage(Uint8Array.from([...bytes, 0]))).toBe(null)
        const read = decodeMessage(other)
        expect(read === null ? other : encodeMessage(read)).toEqual(other)
      }),
    )
  })

  const system: Address = getAddressDecoder().decode(new Uint8Array(32))
  const [payer, program] = [1, 2].map((byte) => getAddressDecoder().decode(new Uint8Array(32).fill(byte)))
  if (payer === undefined || program === undefined) throw new Error("There are two.")
  const header = { numSignerAccounts: 1, numReadonlySignerAccounts: 0, numReadonlyNonSignerAccounts: 1 }
  const call = { programAddressIndex: 1, accountIndices: [0], data: Uint8Array.of(1) }
  const plain: SolanaMessage = {
    version: "legacy",
    header,
    staticAccounts: [payer, program],
    lifetimeToken: system,
    instructions: [call],
  }

  it.each<[string, Partial<SolanaMessage>]>([
    ["without a fee payer", { header: { ...header, numSignerAccounts: 0 } }],
    ["who pays is only read in", { header: { ...header, numReadonlySignerAccounts: 1 } }],
    ["has more signers than accounts", { header: { ...header, numSignerAccounts: 3 } }],
    ["reads more than there is", { header: { ...header, numReadonlyNonSignerAccounts: 2 } }],
    ["calls what is not there", { instructions: [{ ...call, programAddressIndex: 2 }] }],
    ["calls who pays", { instructions: [{ ...call, programAddressIndex: 0 }] }],
    ["names what is not there", { instructions: [{ ...call, accountIndices: [2] }] }],
    ["has an account twice", { staticAccounts: [payer, payer] }],
    [
      "looks nothing up in a table",
      {
        version: 0,
        addressTableLookups: [{ lookupTableAddress: system, writableIndexes: [], readonlyIndexes: [] }],
      },
    ],
  ])("returns null for a message that %s", (_, change) => {
    expect(decodeMessage(encodeMessage(plain))).toEqual(plain)
    const changed: SolanaMessage = { ...plain, ...change }
    expect(decodeMessage(encodeMessage(changed))).toBe(null)
  })

  it("returns null for other versions and non-canonical lengths", () => {
    const bytes = encodeMessage({ ...plain, version: 0 })
    expect(decodeMessage(bytes)).not.toBe(null)
    for (const version of [0x81, 0x82, 0xff])
      expect(decodeMessage(Uint8Array.from([version, ...bytes.slice(1)]))).toBe(null)
    const legacy = encodeMessage(plain)
    expect(decodeMessage(Uint8Array.from([...legacy.slice(0, 3), 0x82, 0, ...legacy.slice(4)]))).toBe(null)
  })

  it("returns null for a message of version 1, which the library knows and networks do not take", () => {
    // Its header, the budget, a blockhash, one instruction and two accounts.
    const first = [0x81, 1, 0, 1, 0, 0, 0, 0, ...new Uint8Array(32).fill(9), 1, 2]
    const accounts = [...new Uint8Array(32).fill(1), ...new Uint8Array(32).fill(2)]
    const bytes = Uint8Array.from([...first, ...accounts, 1, 1, 1, 0, 0, 7])
    expect(getCompiledTransactionMessageDecoder().decode(bytes).version).toBe(1)
    expect(decodeMessage(bytes)).toBe(null)
  })
})
