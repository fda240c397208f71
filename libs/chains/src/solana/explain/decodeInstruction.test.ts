import { AccountRole, address, createNoopSigner, type Instruction as Theirs } from "@solana/kit"
import {
  getAdvanceNonceAccountInstruction,
  getAssignInstruction,
  getAssignWithSeedInstruction,
  getAuthorizeNonceAccountInstruction,
  getCreateAccountInstruction,
  getCreateAccountWithSeedInstruction,
  getTransferSolInstruction,
  getTransferSolWithSeedInstruction,
  getWithdrawNonceAccountInstruction,
} from "@solana-program/system"
import {
  AuthorityType,
  getApproveCheckedInstruction,
  getApproveInstruction,
  getBurnCheckedInstruction,
  getBurnInstruction,
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getMintToCheckedInstruction,
  getMintToInstruction,
  getRevokeInstruction,
  getSetAuthorityInstruction,
  getTransferCheckedInstruction,
  getTransferInstruction,
} from "@solana-program/token"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { concatBytes, encodeU32 } from "../../testing/solanaBytes.ts"
import { makeInstruction, makeMeta, setComputeBudget } from "../../testing/solanaTransactions.ts"
import { feeTransferCodec, feeTransferKind } from "../program/feeTransfer.ts"
import { programs } from "../program/programs.ts"
import type { Instruction } from "../wire/Instruction.ts"
import { decodeInstruction } from "./decodeInstruction.ts"

const [a, b, c, d] = [
  "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96",
  "AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD",
  "CqMbRgMuEhQi9BUS8xP44Wk5nENm48FqJnfjEi4eNb1k",
  "9Tj3srBSxH7RFRCm8uharreY7ZBS49XSfpwCeYa7Xaqp",
].map((text) => address(text))
if (a === undefined || b === undefined || c === undefined || d === undefined)
  throw new Error("There are four.")
const clock = "SysvarC1ock11111111111111111111111111111111"
const [signer, other] = [createNoopSigner(a), createNoopSigner(b)]

const account = (text: string) => makeMeta(text, AccountRole.WRITABLE)
const ours = ({ accounts = [], data, programAddress }: Theirs): Instruction =>
  makeInstruction(
    programAddress,
    Uint8Array.from(data ?? []),
    accounts.map((one) => account(one.address)),
  )

describe("decodeInstruction", () => {
  it.each<[Theirs, object]>([
    [
      getTransferSolInstruction({ source: signer, destination: b, amount: 5n }),
      { _tag: "PayNative", from: a, to: b, amount: 5n },
    ],
    [
      getTransferSolWithSeedInstruction({
        source: c,
        baseAccount: signer,
        destination: b,
        amount: 5n,
        fromSeed: "seed",
        fromOwner: d,
      }),
      { _tag: "PayNative", from: c, to: b, amount: 5n },
    ],
    [
      getWithdrawNonceAccountInstruction({
        nonceAccount: c,
        recipientAccount: b,
        nonceAuthority: signer,
        withdrawAmount: 7n,
      }),
      { _tag: "PayNative", from: c, to: b, amount: 7n },
    ],
    [
      getCreateAccountInstruction({
        payer: signer,
        newAccount: other,
        lamports: 9n,
        space: 1n,
        programAddress: d,
      }),
      { _tag: "MakeAccount", account: b, owner: d, amount: 9n },
    ],
    [
      getCreateAccountWithSeedInstruction({
        payer: signer,
        newAccount: c,
        base: a,
        seed: "seed",
        amount: 9n,
        space: 1n,
        programAddress: d,
      }),
      { _tag: "MakeAccount", account: c, owner: d, amount: 9n },
    ],
    [getAssignInstruction({ account: signer, programAddress: d }), { _tag: "Assign", account: a, to: d }],
    [
      getAssignWithSeedInstruction({
        account: c,
        baseAccount: signer,
        base: a,
        seed: "seed",
        programAddress: d,
      }),
      { _tag: "Assign", account: c, to: d },
    ],
    [
      getAdvanceNonceAccountInstruction({ nonceAccount: c, nonceAuthority: signer }),
      { _tag: "UseNonce", nonce: c, authority: a },
    ],
    [
      getAuthorizeNonceAccountInstruction({ nonceAccount: c, nonceAuthority: signer, newNonceAuthority: d }),
      { _tag: "Authorize", account: c, authority: a, to: d },
    ],
    [
      getTransferInstruction({ source: c, destination: d, authority: signer, amount: 3n }),
      { _tag: "PayToken", source: c, destination: d, owner: a, amount: 3n, token: null, fee: null },
    ],
    [
      getTransferCheckedInstruction({
        source: c,
        mint: b,
        destination: d,
        authority: signer,
        amount: 3n,
        decimals: 6,
      }),
      { _tag: "PayToken", source: c, destination: d, owner: a, amount: 3n, token: b },
    ],
    [
      getApproveInstruction({ source: c, delegate: d, owner: signer, amount: 3n }),
      { _tag: "Approve", account: c, spender: d, owner: a, amount: 3n, token: null },
    ],
    [
      getApproveCheckedInstruction({
        source: c,
        mint: b,
        delegate: d,
        owner: signer,
        amount: 3n,
        decimals: 6,
      }),
      { _tag: "Approve", account: c, spender: d, owner: a, amount: 3n, token: b },
    ],
    [getRevokeInstruction({ source: c, owner: signer }), { _tag: "Revoke", account: c }],
    [
      getSetAuthorityInstruction({
        owned: c,
        owner: signer,
        authorityType: AuthorityType.AccountOwner,
        newAuthority: d,
      }),
      { _tag: "Authorize", account: c, what: "own the account", authority: a, to: d },
    ],
    [
      getSetAuthorityInstruction({
        owned: c,
        owner: signer,
        authorityType: AuthorityType.MintTokens,
        newAuthority: null,
      }),
      { _tag: "Authorize", account: c, what: "mint more of it", authority: a, to: null },
    ],
    [
      getCloseAccountInstruction({ account: c, destination: d, owner: signer }),
      { _tag: "Close", account: c, to: d },
    ],
    [
      getMintToInstruction({ mint: b, token: c, mintAuthority: signer, amount: 3n }),
      { _tag: "Mint", account: c, token: b, amount: 3n },
    ],
    [
      getMintToCheckedInstruction({ mint: b, token: c, mintAuthority: signer, amount: 3n, decimals: 6 }),
      { _tag: "Mint", account: c, token: b, amount: 3n },
    ],
    [
      getBurnInstruction({ account: c, mint: b, authority: signer, amount: 3n }),
      { _tag: "Burn", account: c, token: b, amount: 3n },
    ],
    [
      getBurnCheckedInstruction({ account: c, mint: b, authority: signer, amount: 3n, decimals: 6 }),
      { _tag: "Burn", account: c, token: b, amount: 3n },
    ],
    [
      getCreateAssociatedTokenIdempotentInstruction({ payer: signer, ata: c, owner: d, mint: b }),
      { _tag: "MakeAssociated", account: c, owner: d, token: b },
    ],
  ])("decodes an instruction like its program: %#", (theirs, step) => {
    expect(decodeInstruction(ours(theirs))).toMatchObject(step)
    expect(decodeInstruction({ ...ours(theirs), accounts: [] })._tag).toBe("Unknown")
  })

  it("decodes the fee of a token-2022 transfer", () => {
    const data = feeTransferCodec.encode({ ...feeTransferKind, amount: 100n, decimals: 9, fee: 1n })
    expect(Array.from(data.slice(0, 3))).toEqual([26, 1, 100])
    const accounts = [c, b, d, a].map(account)
    expect(decodeInstruction({ programAddress: programs.token2022, accounts, data })).toEqual({
      _tag: "PayToken",
      source: c,
      destination: d,
      owner: a,
      amount: 100n,
      token: b,
      fee: 1n,
    })
  })

  it("decodes a transfer with a fee for token-2022 only, whose number is another instruction of spl-token", () => {
    const data = feeTransferCodec.encode({ ...feeTransferKind, amount: 100n, decimals: 9, fee: 1n })
    const accounts = [c, b, d, a].map(account)
    expect(decodeInstruction({ programAddress: programs.token, accounts, data })._tag).toBe("Unknown")
  })

  it("decodes authorities that the library does not know, and takes none for removed that is invalid", () => {
    const change = (...data: readonly number[]) =>
      decodeInstruction(makeInstruction(programs.token2022, Uint8Array.from(data), [c, a].map(account)))
    expect(change(6, 4, 0)).toMatchObject({ what: "do more with it", authority: a, to: null })
    expect(change(6, 2, 1)).toMatchObject({ _tag: "Unknown" })
    expect(change(6, 2, 2)).toMatchObject({ _tag: "Unknown" })
    expect(change(6, 2)).toMatchObject({ _tag: "Unknown" })
  })

  it("decodes the creation of a token account without data, as older clients send it", () => {
    const accounts = [a, c, d, b].map(account)
    expect(
      decodeInstruction(makeInstruction(programs.associatedToken, new Uint8Array(), accounts)),
    ).toMatchObject({ _tag: "MakeAssociated", account: c, owner: d, token: b })
  })

  it("decodes changes of stake and upgrade authorities", () => {
    const staked = (data: Uint8Array, ...accounts: readonly string[]) =>
      decodeInstruction({ programAddress: programs.stake, accounts: accounts.map(account), data })
    expect(staked(concatBytes(encodeU32(1), d, encodeU32(0)), a, clock, c)).toMatchObject({
      account: a,
      authority: c,
      to: d,
    })
    expect(staked(concatBytes(encodeU32(8), d, encodeU32(0)), a, b)).toMatchObject({ authority: b, to: d })
    expect(staked(concatBytes(encodeU32(10), encodeU32(0)), a, clock, c, d)).toMatchObject({
      authority: c,
      to: d,
    })
    expect(staked(concatBytes(encodeU32(11), encodeU32(0)), a, b, clock, d)).toMatchObject({
      authority: b,
      to: d,
    })
    expect(staked(encodeU32(3), a, b, c, d)).toMatchObject({ _tag: "Unknown" })
    const accounts = [a, b, c, d].map(account)
    const programAddress = programs.upgradeableLoader
    expect(decodeInstruction({ programAddress, accounts, data: encodeU32(4) })).toMatchObject({
      account: a,
      authority: b,
      to: c,
    })
    expect(
      decodeInstruction({ programAddress, accounts: accounts.slice(0, 2), data: encodeU32(4) }),
    ).toMatchObject({
      to: null,
    })
    expect(decodeInstruction({ programAddress, accounts, data: encodeU32(3) })).toMatchObject({
      _tag: "Unknown",
    })
  })

  it.each([1, 9, 10, 11])("decodes no stake instruction of kind %i without its sysvar", (kind) => {
    const accounts = [a, b, c, d]
    const data = concatBytes(encodeU32(kind), d, encodeU32(0))
    expect(decodeInstruction(makeInstruction(programs.stake, data, accounts.map(account)))._tag).toBe(
      "Unknown",
    )
  })

  it("decodes memos of valid UTF-8 and compute budgets", () => {
    const memo = (data: Uint8Array) => decodeInstruction(makeInstruction(programs.olderMemo, data))
    expect(memo(new TextEncoder().encode("rent"))).toEqual({ _tag: "Memo", text: "rent" })
    expect(memo(new TextEncoder().encode("\ufeffrent"))).toEqual({ _tag: "Memo", text: "\ufeffrent" })
    expect(memo(Uint8Array.of(0x61, 0, 0x62))).toEqual({ _tag: "Memo", text: "a\0b" })
    expect(memo(Uint8Array.of(0xff))).toMatchObject({ _tag: "Unknown" })
    expect(setComputeBudget(1, 1n).map(ours).map(decodeInstruction)).toEqual([
      { _tag: "Budget" },
      { _tag: "Budget" },
    ])
  })
})

it("never throws for random bytes and accounts", () => {
  const all = Object.values(programs)
  fc.assert(
    fc.property(
      fc.constantFrom(...all, a),
      fc.uint8Array({ maxLength: 120 }),
      fc.array(fc.constantFrom(a, b, c, d), { maxLength: 5 }),
      (program, data, accounts) => {
        const instruction = makeInstruction(program, data, accounts.map(account))
        expect(typeof decodeInstruction(instruction)._tag).toBe("string")
      },
    ),
  )
})
