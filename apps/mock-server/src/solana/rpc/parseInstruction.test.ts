import { type Address, address, type Instruction as ClientInstruction, none, some } from "@solana/kit"
import * as system from "@solana-program/system"
import * as token from "@solana-program/token"
import { describe, expect, it } from "vitest"
import { getTestSigner } from "../testing/signToText.ts"
import { parseInstruction } from "./parseInstruction.ts"

const [one, two, three] = await Promise.all([getTestSigner(0), getTestSigner(1), getTestSigner(2)])
const [a, b, c] = [one.address, two.address, three.address]
const mint = address("EtcCeEgSjtSnbFcZDXPbtV8oj4CgduHBwVtZawQ5ZRm6")
const rent = "SysvarRent111111111111111111111111111111111"
const blockhashes = "SysvarRecentB1ockHashes11111111111111111111"

const parsed = ({ programAddress, accounts = [], data }: ClientInstruction) =>
  parseInstruction({
    program: programAddress,
    accounts: accounts.map((account): Address => account.address),
    data: new Uint8Array(data ?? []),
  })

const makeParsed = (program: string, type: string, info: object) => ({ program, parsed: { type, info } })
const amount = { amount: "5", decimals: 6, uiAmount: 0.000005, uiAmountString: "0.000005" }

describe("parseInstruction", () => {
  it.each([
    [
      system.getCreateAccountInstruction({
        payer: one,
        newAccount: two,
        lamports: 7,
        space: 9,
        programAddress: c,
      }),
      "createAccount",
      { source: a, newAccount: b, lamports: 7n, space: 9n, owner: c },
    ],
    [system.getAssignInstruction({ account: one, programAddress: c }), "assign", { account: a, owner: c }],
    [
      system.getTransferSolInstruction({ source: one, destination: b, amount: 7 }),
      "transfer",
      { source: a, destination: b, lamports: 7n },
    ],
    [
      system.getTransferSolWithSeedInstruction({
        source: a,
        baseAccount: two,
        destination: c,
        amount: 7,
        fromSeed: "seed",
        fromOwner: mint,
      }),
      "transferWithSeed",
      { source: a, sourceBase: b, destination: c, lamports: 7n, sourceSeed: "seed", sourceOwner: mint },
    ],
    [system.getAllocateInstruction({ newAccount: one, space: 9 }), "allocate", { account: a, space: 9n }],
    [
      system.getAllocateWithSeedInstruction({
        newAccount: a,
        baseAccount: two,
        base: b,
        seed: "seed",
        space: 9,
        programAddress: c,
      }),
      "allocateWithSeed",
      { account: a, base: b, seed: "seed", space: 9n, owner: c },
    ],
    [
      system.getAssignWithSeedInstruction({
        account: a,
        baseAccount: two,
        base: b,
        seed: "seed",
        programAddress: c,
      }),
      "assignWithSeed",
      { account: a, base: b, seed: "seed", owner: c },
    ],
    [
      system.getAdvanceNonceAccountInstruction({ nonceAccount: a, nonceAuthority: two }),
      "advanceNonce",
      { nonceAccount: a, recentBlockhashesSysvar: blockhashes, nonceAuthority: b },
    ],
    [
      system.getWithdrawNonceAccountInstruction({
        nonceAccount: a,
        recipientAccount: c,
        nonceAuthority: two,
        withdrawAmount: 7,
      }),
      "withdrawFromNonce",
      {
        nonceAccount: a,
        destination: c,
        recentBlockhashesSysvar: blockhashes,
        rentSysvar: rent,
        nonceAuthority: b,
        lamports: 7n,
      },
    ],
    [
      system.getInitializeNonceAccountInstruction({ nonceAccount: a, nonceAuthority: b }),
      "initializeNonce",
      { nonceAccount: a, recentBlockhashesSysvar: blockhashes, rentSysvar: rent, nonceAuthority: b },
    ],
    [
      system.getAuthorizeNonceAccountInstruction({
        nonceAccount: a,
        nonceAuthority: two,
        newNonceAuthority: c,
      }),
      "authorizeNonce",
      { nonceAccount: a, nonceAuthority: b, newAuthorized: c },
    ],
    [system.getUpgradeNonceAccountInstruction({ nonceAccount: a }), "upgradeNonce", { nonceAccount: a }],
  ])("parses instruction %# of the system program", (instruction, type, info) => {
    expect(parsed(instruction)).toEqual(makeParsed("system", type, info))
  })

  it.each([
    [
      token.getInitializeMintInstruction({ mint, decimals: 6, mintAuthority: a, freezeAuthority: some(b) }),
      "initializeMint",
      { mint, decimals: 6, mintAuthority: a, freezeAuthority: b, rentSysvar: rent },
    ],
    [
      token.getInitializeMint2Instruction({ mint, decimals: 6, mintAuthority: a }),
      "initializeMint2",
      { mint, decimals: 6, mintAuthority: a },
    ],
    [
      token.getInitializeAccountInstruction({ account: a, mint, owner: b }),
      "initializeAccount",
      { account: a, mint, owner: b, rentSysvar: rent },
    ],
    [
      token.getInitializeAccount2Instruction({ account: a, mint, owner: b }),
      "initializeAccount2",
      { account: a, mint, owner: b, rentSysvar: rent },
    ],
    [
      token.getInitializeAccount3Instruction({ account: a, mint, owner: b }),
      "initializeAccount3",
      { account: a, mint, owner: b },
    ],
    [
      token.getInitializeMultisigInstruction({ multisig: a, signers: [b, c], m: 2 }),
      "initializeMultisig",
      { multisig: a, rentSysvar: rent, signers: [b, c], m: 2 },
    ],
    [
      token.getInitializeMultisig2Instruction({ multisig: a, signers: [b, c], m: 1 }),
      "initializeMultisig2",
      { multisig: a, signers: [b, c], m: 1 },
    ],
    [
      token.getTransferInstruction({ source: a, destination: b, authority: three, amount: 5 }),
      "transfer",
      { source: a, destination: b, amount: "5", authority: c },
    ],
    [
      token.getTransferInstruction({
        source: a,
        destination: b,
        authority: c,
        amount: 5,
        multiSigners: [one, two],
      }),
      "transfer",
      { source: a, destination: b, amount: "5", multisigAuthority: c, signers: [a, b] },
    ],
    [
      token.getTransferCheckedInstruction({
        source: a,
        mint,
        destination: b,
        authority: three,
        amount: 5,
        decimals: 6,
      }),
      "transferChecked",
      { source: a, mint, destination: b, tokenAmount: amount, authority: c },
    ],
    [
      token.getApproveInstruction({ source: a, delegate: b, owner: three, amount: 5 }),
      "approve",
      { source: a, delegate: b, amount: "5", owner: c },
    ],
    [
      token.getApproveCheckedInstruction({
        source: a,
        mint,
        delegate: b,
        owner: three,
        amount: 5,
        decimals: 6,
      }),
      "approveChecked",
      { source: a, mint, delegate: b, tokenAmount: amount, owner: c },
    ],
    [token.getRevokeInstruction({ source: a, owner: two }), "revoke", { source: a, owner: b }],
    [
      token.getSetAuthorityInstruction({
        owned: mint,
        owner: two,
        authorityType: token.AuthorityType.MintTokens,
        newAuthority: none(),
      }),
      "setAuthority",
      { mint, authorityType: "mintTokens", newAuthority: null, authority: b },
    ],
    [
      token.getSetAuthorityInstruction({
        owned: a,
        owner: two,
        authorityType: token.AuthorityType.AccountOwner,
        newAuthority: some(c),
      }),
      "setAuthority",
      { account: a, authorityType: "accountOwner", newAuthority: c, authority: b },
    ],
    [
      token.getMintToInstruction({ mint, token: a, mintAuthority: two, amount: 5 }),
      "mintTo",
      { mint, account: a, amount: "5", mintAuthority: b },
    ],
    [
      token.getMintToCheckedInstruction({ mint, token: a, mintAuthority: two, amount: 5, decimals: 6 }),
      "mintToChecked",
      { mint, account: a, tokenAmount: amount, mintAuthority: b },
    ],
    [
      token.getBurnInstruction({ account: a, mint, authority: two, amount: 5 }),
      "burn",
      { account: a, mint, amount: "5", authority: b },
    ],
    [
      token.getBurnCheckedInstruction({ account: a, mint, authority: two, amount: 5, decimals: 6 }),
      "burnChecked",
      { account: a, mint, tokenAmount: amount, authority: b },
    ],
    [
      token.getCloseAccountInstruction({ account: a, destination: b, owner: three }),
      "closeAccount",
      { account: a, destination: b, owner: c },
    ],
    [
      token.getFreezeAccountInstruction({ account: a, mint, owner: two }),
      "freezeAccount",
      { account: a, mint, freezeAuthority: b },
    ],
    [
      token.getThawAccountInstruction({ account: a, mint, owner: two }),
      "thawAccount",
      { account: a, mint, freezeAuthority: b },
    ],
    [token.getSyncNativeInstruction({ account: a }), "syncNative", { account: a }],
    [token.getGetAccountDataSizeInstruction({ mint }), "getAccountDataSize", { mint }],
    [
      token.getInitializeImmutableOwnerInstruction({ account: a }),
      "initializeImmutableOwner",
      { account: a },
    ],
    [token.getAmountToUiAmountInstruction({ mint, amount: 5 }), "amountToUiAmount", { mint, amount: "5" }],
    [
      token.getUiAmountToAmountInstruction({ mint, uiAmount: "5.5" }),
      "uiAmountToAmount",
      { mint, uiAmount: "5.5" },
    ],
  ])("parses instruction %# of the token program", (instruction, type, info) => {
    expect(parsed(instruction)).toEqual(makeParsed("spl-token", type, info))
  })

  it("parses the associated token program", async () => {
    const input = { payer: one, owner: b, mint }
    const create = await token.getCreateAssociatedTokenInstructionAsync(input)
    const info = {
      source: a,
      account: create.accounts[1].address,
      wallet: b,
      mint,
      systemProgram: "11111111111111111111111111111111",
      tokenProgram: token.TOKEN_PROGRAM_ADDRESS,
    }
    const program = "spl-associated-token-account"
    expect(parsed(create)).toEqual(makeParsed(program, "create", info))
    expect(parsed({ ...create, data: new Uint8Array() })).toEqual(makeParsed(program, "create", info))
    expect(parsed(await token.getCreateAssociatedTokenIdempotentInstructionAsync(input))).toEqual(
      makeParsed(program, "createIdempotent", info),
    )
  })

  it("parses the memo program as text", () => {
    const programAddress = address("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr")
    expect(parsed({ programAddress, data: Buffer.from("grüezi") })).toEqual({
      program: "spl-memo",
      parsed: "grüezi",
    })
  })

  it("returns null when data or accounts do not match the program's layout", () => {
    const transfer = system.getTransferSolInstruction({ source: one, destination: b, amount: 7 })
    expect(parsed({ ...transfer, accounts: transfer.accounts.slice(0, 1) })).toBe(null)
    expect(parsed({ ...transfer, data: transfer.data.slice(0, 5) })).toBe(null)
    expect(parsed({ ...transfer, data: new Uint8Array([99, 0, 0, 0]) })).toBe(null)
    const sent = token.getTransferInstruction({ source: a, destination: b, authority: three, amount: 5 })
    expect(parsed({ ...sent, accounts: sent.accounts.slice(0, 2) })).toBe(null)
    expect(parsed({ programAddress: mint, data: new Uint8Array([1]) })).toBe(null)
  })
})
