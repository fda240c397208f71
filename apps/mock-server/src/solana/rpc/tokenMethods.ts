import type { Address, EncodedAccount } from "@solana/kit"
import * as z from "zod/mini"
import type { SolanaChain } from "../chain/SolanaChain.ts"
import { isTokenProgram, tokenAccount, tokenMint } from "../chain/tokenBalances.ts"
import { accountsOf, keyedAccounts } from "./accountMethods.ts"
import { atSlot, type Method, method } from "./Method.ts"
import { AccountConfig, Context, Pubkey, TokenAccountsFilter } from "./params.ts"
import { invalidParams } from "./RpcFailure.ts"
import { tokenAmount } from "./tokenAmount.ts"

const largest = 20

/** What is asked about SPL tokens. */
export const tokenMethods: Readonly<Record<string, Method>> = {
  getTokenAccountsByOwner: method(
    z.tuple([Pubkey, TokenAccountsFilter, AccountConfig]),
    (chain, [owner, filter, config]) => {
      const found = tokenAccounts(chain, filter).filter(({ token }) => token.owner === owner)
      const accounts = found.map(({ account }) => account)
      return atSlot(chain, keyedAccounts(chain, accounts, config ?? {}))
    },
  ),

  getTokenAccountsByDelegate: method(
    z.tuple([Pubkey, TokenAccountsFilter, AccountConfig]),
    (chain, [delegate, filter, config]) => {
      const found = tokenAccounts(chain, filter).filter(
        ({ token }) => token.delegate.__option === "Some" && token.delegate.value === delegate,
      )
      const accounts = found.map(({ account }) => account)
      return atSlot(chain, keyedAccounts(chain, accounts, config ?? {}))
    },
  ),

  getTokenAccountBalance: method(z.tuple([Pubkey, Context]), (chain, [address]) => {
    const token = tokenAccount(existing(chain, address))
    if (token === null) throw invalidParams("Invalid param: not a Token account")
    const mint = tokenMint(existing(chain, token.mint))
    return atSlot(chain, tokenAmount(token.amount, mint?.decimals ?? 0))
  }),

  getTokenSupply: method(z.tuple([Pubkey, Context]), (chain, [address]) => {
    const { supply, decimals } = mintAt(chain, address)
    return atSlot(chain, tokenAmount(supply, decimals))
  }),

  getTokenLargestAccounts: method(z.tuple([Pubkey, Context]), (chain, [mint]) => {
    const { decimals } = mintAt(chain, mint)
    const found = tokenAccounts(chain, { mint })
      .toSorted((one, other) => Number(other.token.amount - one.token.amount))
      .slice(0, largest)
    return atSlot(
      chain,
      found.map(({ account, token }) => ({
        address: account.address,
        ...tokenAmount(token.amount, decimals),
      })),
    )
  }),
}

/** Every token account that the filter names. @throws RpcFailure when it names no mint, or no token program. */
const tokenAccounts = (chain: SolanaChain, filter: z.output<typeof TokenAccountsFilter>) => {
  const program = "mint" in filter ? programOf(chain, filter.mint) : filter.programId
  if (!isTokenProgram(program)) throw invalidParams("Invalid param: unrecognized Token program id")
  return accountsOf(chain, program).flatMap((account) => {
    const token = tokenAccount(account)
    return token === null || ("mint" in filter && token.mint !== filter.mint) ? [] : [{ account, token }]
  })
}

const programOf = ({ svm }: SolanaChain, mint: Address): Address => {
  const account = svm.getAccount(mint)
  if (!account.exists) throw invalidParams("Invalid param: could not find mint")
  if (tokenMint(account) === null) throw invalidParams("Invalid param: not a Token mint")
  return account.programAddress
}

const mintAt = (chain: SolanaChain, address: Address) => {
  const mint = tokenMint(existing(chain, address))
  if (mint === null) throw invalidParams("Invalid param: not a Token mint")
  return mint
}

const existing = ({ svm }: SolanaChain, address: Address): EncodedAccount => {
  const account = svm.getAccount(address)
  if (!account.exists) throw invalidParams("Invalid param: could not find account")
  return account
}
