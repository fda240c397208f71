import { type Address, address, type EncodedAccount, lamports } from "@solana/kit"
import { SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system"
import { TOKEN_PROGRAM_ADDRESS } from "@solana-program/token"
import { LiteSVM } from "litesvm"
import { solanaAccounts } from "../solanaAccounts.ts"
import { solanaCollectibles } from "../solanaCollectibles.ts"
import { solanaTokens } from "../solanaTokens.ts"
import { faucetAddress } from "./faucet.ts"
import { missingAccount } from "./missingAccount.ts"
import { token2022 } from "./tokenBalances.ts"
import {
  encodeMetaplexMetadata,
  encodeMint,
  encodeTokenAccount,
  encodeTokenMetadataExtension,
  encodeTransferFee,
  encodeWithExtensions,
  immutableOwnerExtension,
  withheldFeesExtension,
} from "./tokenBytes.ts"

const lamportsPerSol = 1_000_000_000n

/** The newest slot of an unused chain, in the range of mainnet's. */
export const genesisSlot = 400_000_000

const [usdc, dai, fee] = solanaTokens
const [first, second, third, fourth] = solanaAccounts

/** Token balances by owner, in associated token accounts, in base units. */
const holdings = [
  [usdc, first, "9iVQpJYLJP94FbEfBzqTstQkcf86hiNXzKJaJeqpLmKN", 10_000_000_000n],
  [usdc, second, "13STMxVcdchVJHEVcVeQ2xzjfwYCt1VSZd926n15dkCW", 2_500_000_000n],
  [usdc, third, "7HXFfaHQAqi2aFAEM5DYKWd1nBxnXzT61s2jMr2TGPgA", 750_250_000n],
  [dai, first, "H9tU5GY58e39JiEinzyFdsM4vK5pKaj8JPcyvjKPAQPu", 500_000_000_000n],
  [dai, second, "A4sLFgW6m2BTY6uz82FTz6SRTRTLVkfmScAGXECwi9P", 100_050_000_000n],
  [dai, fourth, "GYf7Gn1uRJ4Zj36rL4wbtY7jqUrN3rJrGj7YURX9rfWu", 4_200_000_000n],
  [fee, first, "5heBWSZX77jfcYoDHWaifJuyBqtgsRUmGvBXQ7jGUxMM", 1_000_000_000_000n],
  [fee, second, "DHWxomkfPQBizWFuZZLf2coz2tPV1UUyupBHcuFMhJNm", 20_000_000_000n],
] as const

/**
 * Makes the ledger before the first transaction, equal in every process. Each test account has 1,000 SOL, the faucet
 * 100 million.
 * It checks signatures, but neither blockhash ages (litesvm knows one blockhash only) nor duplicates.
 */
export const makeGenesis = (): LiteSVM => {
  const svm = new LiteSVM().withNativeMints().withTransactionHistory(0n).withBlockhashCheck(false)
  // litesvm's own faucet differs in every process.
  for (const account of svm.getProgramAccounts(SYSTEM_PROGRAM_ADDRESS))
    svm.setAccount(missingAccount(account.address))
  for (const owner of solanaAccounts)
    svm.setAccount(makeSystemAccount(address(owner), 1_000n * lamportsPerSol))
  svm.setAccount(makeSystemAccount(faucetAddress, 100_000_000n * lamportsPerSol))
  const put = (account: string, program: string, data: Uint8Array) =>
    svm.setAccount(makeProgramAccount(svm, address(account), { program: address(program), data }))
  for (const token of solanaTokens) {
    const { decimals, metadata, mint } = token
    const supply = holdings.reduce((sum, [held, , , amount]) => (held.mint === mint ? sum + amount : sum), 0n)
    const bytes = encodeMint({ authority: first, supply, decimals })
    if (metadata === null) put(mint, token2022, encodeWithExtensions(bytes, 1, makeFeeExtensions(token)))
    else {
      put(mint, TOKEN_PROGRAM_ADDRESS, bytes)
      put(metadata, metaplex, encodeMetaplexMetadata(address(mint), address(first), token))
    }
  }
  for (const [{ metadata, mint }, owner, account, amount] of holdings) {
    const bytes = encodeTokenAccount({ mint, owner, amount })
    if (metadata === null)
      put(
        account,
        token2022,
        encodeWithExtensions(bytes, 2, [immutableOwnerExtension, withheldFeesExtension]),
      )
    else put(account, TOKEN_PROGRAM_ADDRESS, bytes)
  }
  for (const collectible of solanaCollectibles) {
    const { account, metadata, mint, owner } = collectible
    put(mint, TOKEN_PROGRAM_ADDRESS, encodeMint({ authority: null, supply: 1n, decimals: 0 }))
    put(metadata, metaplex, encodeMetaplexMetadata(address(mint), address(owner), collectible))
    put(account, TOKEN_PROGRAM_ADDRESS, encodeTokenAccount({ mint, owner, amount: 1n }))
  }
  return svm
}

const makeSystemAccount = (owner: Address, amount: bigint): EncodedAccount => ({
  address: owner,
  lamports: lamports(amount),
  data: new Uint8Array(),
  programAddress: SYSTEM_PROGRAM_ADDRESS,
  executable: false,
  space: 0n,
})

/** The Metaplex program, which stores token names. It is not executable here. */
const metaplex = "metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s"

/** Makes a transfer fee of 1 %, without a cap. */
const makeFeeExtensions = ({ mint, name, symbol }: (typeof solanaTokens)[number]) => [
  encodeTransferFee(address(first), 100, 2n ** 64n - 1n),
  ...encodeTokenMetadataExtension(address(mint), { name, symbol }),
]

const makeProgramAccount = (
  svm: LiteSVM,
  account: Address,
  { data, program }: { readonly program: Address; readonly data: Uint8Array },
): EncodedAccount => ({
  address: account,
  lamports: lamports(svm.minimumBalanceForRentExemption(BigInt(data.length))),
  data: new Uint8Array(data),
  programAddress: program,
  executable: false,
  space: BigInt(data.length),
})
