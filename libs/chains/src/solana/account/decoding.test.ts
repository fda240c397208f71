import { address, none, some } from "@solana/kit"
import { AccountState, getMintEncoder, getTokenEncoder } from "@solana-program/token"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { concatBytes, encodeU32, encodeU64 } from "../../testing/solanaBytes.ts"
import { programs } from "../program/programs.ts"
import { decodeMint, getTransferFee, transferFeeOn } from "./Mint.ts"
import { decodeAccount, type SolanaAccount } from "./SolanaAccount.ts"
import { decodeTokenAccount } from "./TokenAccount.ts"
import { decodeMetaplexNames, decodeMintNames, metadataAddress } from "./tokenMetadata.ts"

const vera = "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96"
const token = "EtcCeEgSjtSnbFcZDXPbtV8oj4CgduHBwVtZawQ5ZRm6"

const makeAccount = (data: Uint8Array, program: string = programs.token): SolanaAccount => ({
  lamports: 1n,
  program,
  executable: false,
  data,
})

const mint = (decimals = 6) =>
  new Uint8Array(
    getMintEncoder().encode({
      mintAuthority: some(address(vera)),
      supply: 7n,
      decimals,
      isInitialized: true,
      freezeAuthority: none(),
    }),
  )

const holding = (change: Partial<Parameters<ReturnType<typeof getTokenEncoder>["encode"]>[0]> = {}) =>
  new Uint8Array(
    getTokenEncoder().encode({
      mint: address(token),
      owner: address(vera),
      amount: 5n,
      delegate: none(),
      state: AccountState.Initialized,
      isNative: none(),
      delegatedAmount: 0n,
      closeAuthority: none(),
      ...change,
    }),
  )

const u16 = (value: number) => encodeU32(value).slice(0, 2)
const extended = (
  base: Uint8Array,
  kind: number,
  ...extensions: readonly (readonly [number, Uint8Array])[]
) =>
  concatBytes(
    base,
    new Uint8Array(165 - base.length),
    [kind],
    ...extensions.flatMap(([type, data]) => [u16(type), u16(data.length), data]),
  )
const text = (words: string) => {
  const bytes = new TextEncoder().encode(words)
  return concatBytes(encodeU32(bytes.length), bytes)
}

describe("decodeTokenAccount", () => {
  it("decodes the format of the token program", () => {
    expect(decodeTokenAccount(makeAccount(holding()))).toEqual({
      token,
      owner: vera,
      amount: 5n,
      delegate: null,
      isFrozen: false,
      program: programs.token,
      needsMemo: false,
      isConfidential: false,
    })
    const delegated = holding({
      state: AccountState.Frozen,
      delegate: some(address(token)),
      delegatedAmount: 3n,
      isNative: some(9n),
    })
    expect(decodeTokenAccount(makeAccount(delegated))).toMatchObject({
      isFrozen: true,
      delegate: { address: token, amount: 3n },
    })
  })

  it("returns null for other programs, lengths and kinds, and for uninitialized accounts", () => {
    for (const account of [
      null,
      makeAccount(holding(), programs.system),
      makeAccount(holding().slice(1)),
      makeAccount(holding({ state: AccountState.Uninitialized })),
      makeAccount(mint()),
      // A multisig account has 355 bytes, and the older program has no extensions.
      makeAccount(extended(holding(), 2)),
      makeAccount(concatBytes(extended(holding(), 2), new Uint8Array(189)), programs.token2022),
      makeAccount(extended(holding(), 1), programs.token2022),
    ])
      expect(decodeTokenAccount(account)).toBe(null)
  })

  it("returns null for a state that the program does not have", () => {
    const odd = holding()
    odd[108] = 3
    expect(decodeTokenAccount(makeAccount(odd))).toBe(null)
  })

  it("returns null for more lamports than a payment has room for", () => {
    const read = (lamports: number) =>
      decodeAccount({ lamports, owner: programs.system, executable: false, data: ["", "base64"] })
    expect(read(2 ** 63)?.lamports).toBe(2n ** 63n)
    expect(read(2 ** 64)).toBe(null)
  })

  it("decodes whether transfers need a memo", () => {
    const needs = (flag: number) =>
      decodeTokenAccount(
        makeAccount(
          extended(holding(), 2, [7, new Uint8Array()], [8, Uint8Array.of(flag)]),
          programs.token2022,
        ),
      )?.needsMemo
    expect([needs(1), needs(0)]).toEqual([true, false])
  })
})

describe("decodeMint and token metadata", () => {
  it("decodes decimals and rejects implausible ones", () => {
    expect(decodeMint(makeAccount(mint(9)))).toEqual({
      decimals: 9,
      program: programs.token,
      fee: null,
      isMultiplied: false,
      isBound: false,
      isPaused: false,
      startsFrozen: false,
      isRecallable: false,
      hook: null,
    })
    expect(decodeMint(makeAccount(mint(200)))).toBe(null)
    expect(decodeMint(makeAccount(holding()))).toBe(null)
  })

  it("decodes transfer fees with their epoch and maximum", () => {
    const fee = (epoch: bigint, most: bigint, points: number) =>
      concatBytes(encodeU64(epoch), encodeU64(most), u16(points))
    const data = concatBytes(new Uint8Array(72), fee(0n, 1_000n, 100), fee(10n, 5n, 250))
    const read = decodeMint(makeAccount(extended(mint(), 1, [1, data]), programs.token2022))
    if (read === null) throw new Error("It is a token.")
    const taken = (epoch: bigint, amount: bigint) => {
      const one = getTransferFee(read, epoch)
      return one && transferFeeOn(one, amount)
    }
    expect([taken(9n, 1_000n), taken(9n, 1n), taken(9n, 10n ** 9n)]).toEqual([10n, 1n, 1_000n])
    expect([taken(10n, 100n), taken(11n, 10n ** 9n)]).toEqual([3n, 5n])
  })

  it("decodes names from the mint or from Metaplex, for the same token only", () => {
    const metadata = concatBytes([4], vera, token, text("Gold\0\0"), text("GLD\0"))
    expect(decodeMetaplexNames(makeAccount(metadata, programs.metadata), token)).toEqual({
      name: "Gold",
      symbol: "GLD",
    })
    expect(decodeMetaplexNames(makeAccount(metadata, programs.metadata), vera)).toBe(null)
    expect(decodeMetaplexNames(makeAccount(metadata, programs.token), token)).toBe(null)
    const own = extended(
      mint(),
      1,
      [18, concatBytes(new Uint8Array(32), token)],
      [19, concatBytes(new Uint8Array(32), token, text("Gold"), text("GLD"), text(""), encodeU32(0))],
    )
    expect(metadataAddress(makeAccount(own, programs.token2022))).toBe(token)
    expect(decodeMintNames(makeAccount(own, programs.token2022))).toEqual({ name: "Gold", symbol: "GLD" })
  })

  it("never throws for random bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.constantFrom(1, 2), (bytes, kind) => {
        const tail = bytes.length > 166 ? concatBytes(bytes.slice(0, 165), [kind], bytes.slice(166)) : bytes
        for (const program of [programs.token2022, programs.token, programs.metadata]) {
          const account = makeAccount(tail, program)
          decodeMint(account)
          decodeTokenAccount(account)
          expect([decodeMetaplexNames(account, token), metadataAddress(account) === token]).toEqual([
            null,
            false,
          ])
          decodeMintNames(account)
        }
      }),
    )
  })
})
