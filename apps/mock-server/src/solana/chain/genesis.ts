import { type Address, address, type EncodedAccount, lamports, none, some } from "@solana/kit"
import { SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system"
import { AccountState, getMintEncoder, getTokenEncoder, TOKEN_PROGRAM_ADDRESS } from "@solana-program/token"
import { LiteSVM } from "litesvm"
import { solanaAccounts } from "../solanaAccounts.ts"
import { solanaTokens } from "../solanaTokens.ts"
import { faucetAddress } from "./faucet.ts"
import { goneAccount } from "./goneAccount.ts"

const lamportsPerSol = 1_000_000_000n

/** The newest slot of a chain that nothing has happened on: one that mainnet could have. */
export const genesisSlot = 400_000_000

const [usdc, dai] = solanaTokens
const [first, second, third, fourth] = solanaAccounts

/** Who holds what, in the associated token accounts, in base units. */
const holdings = [
  [usdc, first, "9iVQpJYLJP94FbEfBzqTstQkcf86hiNXzKJaJeqpLmKN", 10_000_000_000n],
  [usdc, second, "13STMxVcdchVJHEVcVeQ2xzjfwYCt1VSZd926n15dkCW", 2_500_000_000n],
  [usdc, third, "7HXFfaHQAqi2aFAEM5DYKWd1nBxnXzT61s2jMr2TGPgA", 750_250_000n],
  [dai, first, "H9tU5GY58e39JiEinzyFdsM4vK5pKaj8JPcyvjKPAQPu", 500_000_000_000n],
  [dai, second, "A4sLFgW6m2BTY6uz82FTz6SRTRTLVkfmScAGXECwi9P", 100_050_000_000n],
  [dai, fourth, "GYf7Gn1uRJ4Zj36rL4wbtY7jqUrN3rJrGj7YURX9rfWu", 4_200_000_000n],
] as const

/**
 * A ledger as it is before the first transaction, the same in every process. Each test account has 1,000 SOL, the
 * faucet 100 million. It checks signatures, but neither the age of blockhashes, of which litesvm knows only one, nor
 * whether it has had a transaction before.
 */
export const makeGenesis = (): LiteSVM => {
  const svm = new LiteSVM().withNativeMints().withTransactionHistory(0n).withBlockhashCheck(false)
  // litesvm's own faucet is another in every process.
  for (const account of svm.getProgramAccounts(SYSTEM_PROGRAM_ADDRESS))
    svm.setAccount(goneAccount(account.address))
  for (const owner of solanaAccounts) svm.setAccount(plain(address(owner), 1_000n * lamportsPerSol))
  svm.setAccount(plain(faucetAddress, 100_000_000n * lamportsPerSol))
  for (const { mint, decimals } of solanaTokens) {
    const supply = holdings.reduce((sum, [held, , , amount]) => (held.mint === mint ? sum + amount : sum), 0n)
    const data = getMintEncoder().encode({
      mintAuthority: some(address(first)),
      supply,
      decimals,
      isInitialized: true,
      freezeAuthority: none(),
    })
    svm.setAccount(ofTokenProgram(svm, address(mint), new Uint8Array(data)))
  }
  for (const [{ mint }, owner, account, amount] of holdings) {
    const data = getTokenEncoder().encode({
      mint: address(mint),
      owner: address(owner),
      amount,
      delegate: none(),
      state: AccountState.Initialized,
      isNative: none(),
      delegatedAmount: 0n,
      closeAuthority: none(),
    })
    svm.setAccount(ofTokenProgram(svm, address(account), new Uint8Array(data)))
  }
  return svm
}

const plain = (owner: Address, amount: bigint): EncodedAccount => ({
  address: owner,
  lamports: lamports(amount),
  data: new Uint8Array(),
  programAddress: SYSTEM_PROGRAM_ADDRESS,
  executable: false,
  space: 0n,
})

const ofTokenProgram = (svm: LiteSVM, account: Address, data: Uint8Array): EncodedAccount => ({
  address: account,
  lamports: lamports(svm.minimumBalanceForRentExemption(BigInt(data.length))),
  data,
  programAddress: TOKEN_PROGRAM_ADDRESS,
  executable: false,
  space: BigInt(data.length),
})
