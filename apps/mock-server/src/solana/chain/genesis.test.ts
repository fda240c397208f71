import {
  address,
  createKeyPairSignerFromPrivateKeyBytes,
  getAddressEncoder,
  getProgramDerivedAddress,
} from "@solana/kit"
import { SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system"
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from "@solana-program/token"
import { expect, it } from "vitest"
import { solanaAccounts } from "../solanaAccounts.ts"
import { solanaCollectibles } from "../solanaCollectibles.ts"
import { solanaTokens } from "../solanaTokens.ts"
import { deriveTestSeed } from "../testing/testSeed.ts"
import { faucetAddress } from "./faucet.ts"
import { makeGenesis } from "./genesis.ts"
import { decodeTokenAccount, decodeTokenMint, token2022 } from "./tokenBalances.ts"

it("gives the accounts of the test mnemonic 1,000 SOL each", async () => {
  const svm = makeGenesis()
  for (const [index, account] of solanaAccounts.entries()) {
    const signer = await createKeyPairSignerFromPrivateKeyBytes(deriveTestSeed(index))
    expect(signer.address).toBe(account)
    expect(svm.getBalance(signer.address)).toBe(1_000_000_000_000n)
  }
})

it("gives the first account tokens in associated token accounts", async () => {
  const svm = makeGenesis()
  const held = await Promise.all(
    solanaTokens.map(async ({ metadata, mint }) => {
      const amounts = await Promise.all(
        solanaAccounts.map(async (owner) => {
          const seeds = {
            mint: address(mint),
            owner: address(owner),
            tokenProgram: metadata === null ? address(token2022) : TOKEN_PROGRAM_ADDRESS,
          }
          const account = svm.getAccount((await findAssociatedTokenPda(seeds))[0])
          const token = account.exists ? decodeTokenAccount(account) : null
          return token?.mint === mint && token.owner === owner ? token.amount : 0n
        }),
      )
      const account = svm.getAccount(address(mint))
      expect(account.exists && decodeTokenMint(account)?.supply).toBe(
        amounts.reduce((sum, one) => sum + one, 0n),
      )
      return amounts.slice(0, 5)
    }),
  )
  expect(held).toEqual([
    [10_000_000_000n, 2_500_000_000n, 750_250_000n, 0n, 0n],
    [500_000_000_000n, 100_050_000_000n, 0n, 4_200_000_000n, 0n],
    [1_000_000_000_000n, 20_000_000_000n, 0n, 0n, 0n],
  ])
})

it("gives the accounts collectibles with a fixed supply of one", async () => {
  const svm = makeGenesis()
  for (const { account, mint, owner } of solanaCollectibles) {
    const seeds = { mint: address(mint), owner: address(owner), tokenProgram: TOKEN_PROGRAM_ADDRESS }
    expect((await findAssociatedTokenPda(seeds))[0]).toBe(account)
    const held = svm.getAccount(address(account))
    expect(held.exists && decodeTokenAccount(held)).toMatchObject({ mint, owner, amount: 1n })
    const minted = svm.getAccount(address(mint))
    expect(minted.exists && decodeTokenMint(minted)).toMatchObject({
      supply: 1n,
      decimals: 0,
      mintAuthority: { __option: "None" },
    })
  }
})

it("stores collectible names in Metaplex metadata", async () => {
  const program = address("metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s")
  for (const { metadata, mint } of [...solanaTokens, ...solanaCollectibles]) {
    if (metadata === null) continue
    const bytes = getAddressEncoder()
    const seeds = ["metadata", bytes.encode(program), bytes.encode(address(mint))]
    expect((await getProgramDerivedAddress({ programAddress: program, seeds }))[0]).toBe(metadata)
    expect(makeGenesis().getAccount(address(metadata)).exists).toBe(true)
  }
})

it("contains only the test accounts and the faucet", () => {
  const addresses = makeGenesis()
    .getProgramAccounts(SYSTEM_PROGRAM_ADDRESS)
    .map((account) => account.address)
  expect(addresses.toSorted()).toEqual([...solanaAccounts, faucetAddress].toSorted())
})
