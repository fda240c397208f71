import { type Address, type EncodedAccount, getBase58Encoder, type MaybeEncodedAccount } from "@solana/kit"
import * as z from "zod/mini"
import type { SolanaChain } from "../chain/SolanaChain.ts"
import { decodeTokenAccount } from "../chain/tokenBalances.ts"
import { AccountConfig, Context, type Filter, ProgramAccountsConfig, Pubkey } from "./params.ts"
import { makeMethod, type SolanaMethod, withSlot } from "./SolanaMethod.ts"
import { invalidParams } from "./SolanaRpcError.ts"
import { type AccountView, toUiAccount } from "./uiAccount.ts"

const maxAccounts = 100
const maxFilters = 4
const maxMemcmpBytes = 128

/** Methods for accounts of any program. */
export const accountMethods: Readonly<Record<string, SolanaMethod>> = {
  getBalance: makeMethod(z.tuple([Pubkey, Context]), (chain, [address]) =>
    withSlot(chain, chain.svm.getBalance(address) ?? 0n),
  ),

  getAccountInfo: makeMethod(z.tuple([Pubkey, AccountConfig]), (chain, [address, config]) =>
    withSlot(chain, getUiAccount(chain, address, config ?? {})),
  ),

  getMultipleAccounts: makeMethod(z.tuple([z.array(Pubkey), AccountConfig]), (chain, [addresses, config]) => {
    if (addresses.length > maxAccounts) throw invalidParams(`Too many inputs provided; max ${maxAccounts}`)
    const view = { ...config, encoding: config?.encoding ?? "base64" }
    return withSlot(
      chain,
      addresses.map((address) => getUiAccount(chain, address, view)),
    )
  }),

  getProgramAccounts: makeMethod(z.tuple([Pubkey, ProgramAccountsConfig]), (chain, [program, config]) => {
    const filters = config?.filters ?? []
    if (filters.length > maxFilters) throw invalidParams(`Too many filters provided; max ${maxFilters}`)
    const tests = filters.map(makeFilterTest)
    const found = getProgramAccounts(chain, program).filter((account) => tests.every((test) => test(account)))
    const keyed = toKeyedAccounts(chain, found, config ?? {})
    return config?.withContext ? withSlot(chain, keyed) : keyed
  }),
}

/** Returns an account for a response. `account` overrides the chain's state; `null` when the account does not exist. */
export const getUiAccount = (
  chain: SolanaChain,
  address: Address,
  view: AccountView,
  account: MaybeEncodedAccount | EncodedAccount = chain.svm.getAccount(address),
) => {
  if ("exists" in account && !account.exists) return null
  // An account without lamports does not exist.
  return account.lamports === 0n ? null : toUiAccount(account, view, chain.svm)
}

/** Returns the accounts by address: litesvm has no stable order. */
export const getProgramAccounts = (
  { svm }: Pick<SolanaChain, "svm">,
  program: Address,
): readonly EncodedAccount[] =>
  svm
    .getProgramAccounts(program)
    .filter((account) => account.lamports > 0n)
    .toSorted((one, other) => (one.address < other.address ? -1 : 1))

export const toKeyedAccounts = (chain: SolanaChain, accounts: readonly EncodedAccount[], view: AccountView) =>
  accounts.map((account) => ({ account: toUiAccount(account, view, chain.svm), pubkey: account.address }))

/** @throws RpcFailure when a filter is invalid. */
const makeFilterTest = (filter: Filter): ((account: EncodedAccount) => boolean) => {
  if (filter === "tokenAccountState") return (account) => decodeTokenAccount(account) !== null
  if ("dataSize" in filter) return ({ data }) => data.length === filter.dataSize
  const { offset, bytes, encoding } = filter.memcmp
  const wanted = Buffer.from(typeof bytes === "string" ? decodeFilterBytes(bytes, encoding) : bytes)
  if (wanted.length > maxMemcmpBytes) throw invalidParams("Invalid param: DataTooLarge")
  return ({ data }) => wanted.equals(data.subarray(offset, offset + wanted.length))
}

const decodeFilterBytes = (text: string, encoding: string | null | undefined) => {
  // Decoding base58 takes quadratic time.
  if (encoding === "base64") return Buffer.from(text, "base64")
  if (text.length > 2 * maxMemcmpBytes) throw invalidParams("Invalid param: DataTooLarge")
  try {
    return getBase58Encoder().encode(text)
  } catch {
    throw invalidParams("Invalid param: Base58Decode")
  }
}
