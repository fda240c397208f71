import type { Address, EncodedAccount } from "@solana/kit"
import * as z from "zod/mini"
import type { SolanaChain } from "../chain/SolanaChain.ts"
import { decodeTokenAccount, decodeTokenMint, isTokenProgram } from "../chain/tokenBalances.ts"
import { getProgramAccounts, toKeyedAccounts } from "./accountMethods.ts"
import { AccountConfig, Context, Pubkey, TokenAccountsFilter } from "./params.ts"
import { makeMethod, type SolanaMethod, withSlot } from "./SolanaMethod.ts"
import { invalidParams } from "./SolanaRpcError.ts"
import { toTokenAmount } from "./tokenAmount.ts"

const maxLargestAccounts = 20

/** Methods for SPL tokens. */
export const tokenMethods: Readonly<Record<string, SolanaMethod>> = {
  getTokenAccountsByOwner: makeMethod(
    z.tuple([Pubkey, TokenAccountsFilter, AccountConfig]),
    (chain, [owner, filter, config]) => {
      const found = findTokenAccounts(chain, filter).filter(({ token }) => token.owner === owner)
      const accounts = found.map(({ account }) => account)
      return withSlot(chain, toKeyedAccounts(chain, accounts, config ?? {}))
    },
  ),

  getTokenAccountsByDelegate: makeMethod(
    z.tuple([Pubkey, TokenAccountsFilter, AccountConfig]),
    (chain, [delegate, filter, config]) => {
      const found = findTokenAccounts(chain, filter).filter(
        ({ token }) => token.delegate.__option === "Some" && token.delegate.value === delegate,
      )
      const accounts = found.map(({ account }) => account)
      return withSlot(chain, toKeyedAccounts(chain, accounts, config ?? {}))
    },
  ),

  getTokenAccountBalance: makeMethod(z.tuple([Pubkey, Context]), (chain, [address]) => {
    const token = decodeTokenAccount(requireAccount(chain, address))
    if (token === null) throw invalidParams("Invalid param: not a Token account")
    const mint = decodeTokenMint(requireAccount(chain, token.mint))
    return withSlot(chain, toTokenAmount(token.amount, mint?.decimals ?? 0))
  }),

  getTokenSupply: makeMethod(z.tuple([Pubkey, Context]), (chain, [address]) => {
    const { supply, decimals } = getMint(chain, address)
    return withSlot(chain, toTokenAmount(supply, decimals))
  }),

  getTokenLargestAccounts: makeMethod(z.tuple([Pubkey, Context]), (chain, [mint]) => {
    const { decimals } = getMint(chain, mint)
    const found = findTokenAccounts(chain, { mint })
      .toSorted((one, other) => Number(other.token.amount - one.token.amount))
      .slice(0, maxLargestAccounts)
    return withSlot(
      chain,
      found.map(({ account, token }) => ({
        address: account.address,
        ...toTokenAmount(token.amount, decimals),
      })),
    )
  }),
}

/**
 * Finds every token account that matches the filter. @throws RpcFailure when it names neither a mint nor a token
 * program.
 */
const findTokenAccounts = (chain: SolanaChain, filter: z.output<typeof TokenAccountsFilter>) => {
  const program = "mint" in filter ? getTokenProgram(chain, filter.mint) : filter.programId
  if (!isTokenProgram(program)) throw invalidParams("Invalid param: unrecognized Token program id")
  return getProgramAccounts(chain, program).flatMap((account) => {
    const token = decodeTokenAccount(account)
    return token === null || ("mint" in filter && token.mint !== filter.mint) ? [] : [{ account, token }]
  })
}

const getTokenProgram = ({ svm }: SolanaChain, mint: Address): Address => {
  const account = svm.getAccount(mint)
  if (!account.exists) throw invalidParams("Invalid param: could not find mint")
  if (decodeTokenMint(account) === null) throw invalidParams("Invalid param: not a Token mint")
  return account.programAddress
}

const getMint = (chain: SolanaChain, address: Address) => {
  const mint = decodeTokenMint(requireAccount(chain, address))
  if (mint === null) throw invalidParams("Invalid param: not a Token mint")
  return mint
}

const requireAccount = ({ svm }: SolanaChain, address: Address): EncodedAccount => {
  const account = svm.getAccount(address)
  if (!account.exists) throw invalidParams("Invalid param: could not find account")
  return account
}
