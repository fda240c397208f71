import { base58 } from "@scure/base"
import {
  type Address,
  getAddressDecoder,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
} from "@solana/kit"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodeMessage, encodeMessage, type SolanaMessage } from "./SolanaMessage.ts"

const address = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => base58.encode(bytes))
const index = fc.nat({ max: 255 })
const places = fc.array(index, { minLength: 1, maxLength: 4 })

/** Any valid message: its indexes are in range. */
const message: fc.Arbitrary<SolanaMessage> = fc
  .record({
    version: fc.constantFrom<"legacy" | 0>("legacy", 0),
    accounts: fc.uniqueArray(address, { minLength: 2, maxLength: 12 }),
    blockhash: address,
    lookups: fc.array(fc.record({ table: address, writable: places, readonly: places }), { maxLength: 3 }),
    steps: fc.array(
      fc.record({ program: index, accounts: fc.array(index, { maxLength: 5 }), data: fc.uint8Array() }),
      { maxLength: 5 },
    ),
    shares: fc.tuple(fc.nat(), fc.nat(), fc.nat()),
  })
  .map(({ accounts, blockhash, lookups: tables, shares, steps, version }) => {
    const lookups = version === 0 ? tables : []
    const signers = 1 + (shares[0] % accounts.length)
    const count = lookups.reduce(
      (sum, { readonly, writable }) => sum + readonly.length + writable.length,
      accounts.length,
    )
    return {
      version,
      signers,
      readonlySigners: shares[1] % signers,
      readonlyOthers: shares[2] % (accounts.length - signers + 1),
      accounts,
      blockhash,
      lookups,
      instructions: steps.map(({ accounts: used, data, program }) => ({
        program: 1 + (program % (accounts.length - 1)),
        accounts: used.map((place) => place % count),
        data,
      })),
    }
  })

describe("encodeMessage and decodeMessage", () => {
  it("decodes an encoded message to the same message", () => {
    fc.assert(
      fc.property(message, (one) => {
        expect(decodeMessage(encodeMessage(one))).toEqual(one)
      }),
    )
  })

  it("encodes like Solana Kit and decodes to the same parts", () => {
    fc.assert(
      fc.property(message, (one) => {
        const bytes = encodeMessage(one)
        const theirs = getCompiledTransactionMessageDecoder().decode(bytes)
        expect(new Uint8Array(getCompiledTransactionMessageEncoder().encode(theirs))).toEqual(bytes)
        expect(theirs.staticAccounts).toEqual(one.accounts)
        expect(theirs.lifetimeToken).toBe(one.blockhash)
        expect(theirs.header).toEqual({
          numSignerAccounts: one.signers,
          numReadonlySignerAccounts: one.readonlySigners,
          numReadonlyNonSignerAccounts: one.readonlyOthers,
        })
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

  const plain: SolanaMessage = {
    version: "legacy",
    signers: 1,
    readonlySigners: 0,
    readonlyOthers: 1,
    accounts: [1, 2].map((byte): Address => getAddressDecoder().decode(new Uint8Array(32).fill(byte))),
    blockhash: "11111111111111111111111111111111",
    instructions: [{ program: 1, accounts: [0], data: new Uint8Array() }],
    lookups: [],
  }

  it.each<[string, Partial<SolanaMessage>]>([
    ["without a fee payer", { signers: 0 }],
    ["who pays is only read in", { readonlySigners: 1 }],
    ["has more signers than accounts", { signers: 3 }],
    ["reads more than there is", { readonlyOthers: 2 }],
    ["calls what is not there", { instructions: [{ program: 2, accounts: [], data: new Uint8Array() }] }],
    ["calls who pays", { instructions: [{ program: 0, accounts: [], data: new Uint8Array() }] }],
    ["names what is not there", { instructions: [{ program: 1, accounts: [2], data: new Uint8Array() }] }],
    ["has an account twice", { accounts: [plain.accounts[0] ?? "", plain.accounts[0] ?? ""] }],
    [
      "looks nothing up in a table",
      { version: 0, lookups: [{ table: plain.blockhash, writable: [], readonly: [] }] },
    ],
  ])("returns null for a message that %s", (_, change) => {
    expect(decodeMessage(encodeMessage(plain))).toEqual(plain)
    expect(decodeMessage(encodeMessage({ ...plain, ...change }))).toBe(null)
  })

  it("returns null for unknown versions and non-canonical lengths", () => {
    const bytes = encodeMessage({ ...plain, version: 0 })
    expect(decodeMessage(bytes)).not.toBe(null)
    expect(decodeMessage(Uint8Array.from([0x81, ...bytes.slice(1)]))).toBe(null)
    const legacy = encodeMessage(plain)
    expect(decodeMessage(Uint8Array.from([...legacy.slice(0, 3), 0x82, 0, ...legacy.slice(4)]))).toBe(null)
  })
})
