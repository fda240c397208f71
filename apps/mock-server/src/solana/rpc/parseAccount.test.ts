import {
  type Address,
  address,
  type EncodedAccount,
  lamports,
  none,
  type ReadonlyUint8Array,
  some,
} from "@solana/kit"
import { getNonceEncoder, NonceState, NonceVersion, SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system"
import {
  AccountState,
  getMintEncoder,
  getMultisigEncoder,
  getTokenEncoder,
  TOKEN_PROGRAM_ADDRESS,
} from "@solana-program/token"
import { describe, expect, it } from "vitest"
import { makeGenesis } from "../chain/genesis.ts"
import { solanaAccounts } from "../solanaAccounts.ts"
import { solanaTokens } from "../solanaTokens.ts"
import { parseAccount } from "./parseAccount.ts"

const svm = makeGenesis()
const [a, b, c] = [address(solanaAccounts[0]), address(solanaAccounts[1]), address(solanaAccounts[2])]
const mint = address(solanaTokens[0].mint)
const wrappedSol = address("So11111111111111111111111111111111111111112")
const token2022 = address("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb")

const account = (programAddress: Address, data: ReadonlyUint8Array): EncodedAccount => ({
  address: a,
  data: new Uint8Array(data),
  executable: false,
  lamports: lamports(1n),
  programAddress,
  space: BigInt(data.length),
})

const token = {
  mint,
  owner: b,
  amount: 1_500_000n,
  delegate: none<Address>(),
  state: AccountState.Initialized,
  isNative: none<bigint>(),
  delegatedAmount: 0n,
  closeAuthority: none<Address>(),
}
const parsed = (programAddress: Address, data: ReadonlyUint8Array) =>
  parseAccount(account(programAddress, data), svm)
const amount = (amount: string, decimals: number, uiAmount: number) => ({
  amount,
  decimals,
  uiAmount,
  uiAmountString: String(uiAmount),
})

describe("parseAccount", () => {
  it("parses a token account with all its fields", () => {
    const data = getTokenEncoder().encode({
      ...token,
      state: AccountState.Frozen,
      delegate: some(c),
      delegatedAmount: 500_000n,
      closeAuthority: some(a),
    })
    expect(parsed(TOKEN_PROGRAM_ADDRESS, data)).toEqual({
      program: "spl-token",
      space: 165,
      parsed: {
        type: "account",
        info: {
          isNative: false,
          mint,
          owner: b,
          state: "frozen",
          tokenAmount: amount("1500000", 6, 1.5),
          delegate: c,
          delegatedAmount: amount("500000", 6, 0.5),
          closeAuthority: a,
        },
      },
    })
  })

  it("parses wrapped SOL with its rent reserve", () => {
    const data = getTokenEncoder().encode({ ...token, mint: wrappedSol, isNative: some(2_039_280n) })
    expect(parsed(TOKEN_PROGRAM_ADDRESS, data)).toMatchObject({
      parsed: {
        info: {
          isNative: true,
          rentExemptReserve: amount("2039280", 9, 0.00203928),
          tokenAmount: amount("1500000", 9, 0.0015),
        },
      },
    })
  })

  it("parses a multisig account", () => {
    const signers = [a, b, c, ...Array<Address>(8).fill(SYSTEM_PROGRAM_ADDRESS)]
    const data = getMultisigEncoder().encode({ m: 2, n: 3, isInitialized: true, signers })
    expect(parsed(TOKEN_PROGRAM_ADDRESS, data)).toEqual({
      program: "spl-token",
      space: 355,
      parsed: {
        type: "multisig",
        info: { numRequiredSigners: 2, numValidSigners: 3, isInitialized: true, signers: [a, b, c] },
      },
    })
  })

  it("parses a nonce account", () => {
    const nonce = {
      version: NonceVersion.Current,
      state: NonceState.Initialized,
      authority: b,
      blockhash: a,
      lamportsPerSignature: 5_000n,
    }
    const info = { authority: b, blockhash: a, feeCalculator: { lamportsPerSignature: "5000" } }
    expect(parsed(SYSTEM_PROGRAM_ADDRESS, getNonceEncoder().encode(nonce))).toEqual({
      program: "nonce",
      space: 80,
      parsed: { type: "initialized", info },
    })
    expect(
      parsed(SYSTEM_PROGRAM_ADDRESS, getNonceEncoder().encode({ ...nonce, state: NonceState.Uninitialized })),
    ).toMatchObject({ parsed: { type: "uninitialized" } })
  })

  it("parses Token-2022 accounts with and without extensions", () => {
    const data = new Uint8Array(getTokenEncoder().encode(token))
    const extended = (kind: number, base: ReadonlyUint8Array) => {
      const bytes = new Uint8Array(200)
      bytes.set(base)
      bytes[165] = kind
      return bytes
    }
    for (const bytes of [data, extended(2, data)])
      expect(parsed(token2022, bytes)).toMatchObject({
        program: "spl-token-2022",
        parsed: { type: "account", info: { owner: b } },
      })
    const mintData = getMintEncoder().encode({
      mintAuthority: none(),
      supply: 7n,
      decimals: 0,
      isInitialized: true,
      freezeAuthority: some(c),
    })
    expect(parsed(token2022, extended(1, mintData))).toMatchObject({
      parsed: { type: "mint", info: { freezeAuthority: c, mintAuthority: null, supply: "7" } },
    })
    expect(parsed(token2022, extended(0, data))).toBe(null)
  })

  it("returns null for a program without a parser", () => {
    expect(parsed(SYSTEM_PROGRAM_ADDRESS, new Uint8Array())).toBe(null)
    expect(parsed(TOKEN_PROGRAM_ADDRESS, new Uint8Array(165))).toBe(null)
    expect(parsed(TOKEN_PROGRAM_ADDRESS, new Uint8Array(82))).toBe(null)
    expect(parsed(TOKEN_PROGRAM_ADDRESS, new Uint8Array(100))).toBe(null)
    expect(parsed(mint, new Uint8Array(165))).toBe(null)
    expect(parsed(TOKEN_PROGRAM_ADDRESS, getTokenEncoder().encode({ ...token, mint: a }))).toBe(null)
  })
})
