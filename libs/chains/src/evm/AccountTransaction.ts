import * as z from "zod/mini"
import type { ChainTransaction } from "../contract/Transfer.ts"
import { addressText, bytesText, hashText, quantity } from "./quantity.ts"

/** A transaction as a node shows it, in lower case. */
const AccountTransaction = z.object({
  hash: hashText,
  from: addressText,
  /** `null` where it makes a contract. */
  to: z.nullish(addressText),
  nonce: quantity,
  value: quantity,
  input: bytesText,
  blockNumber: z.nullish(quantity),
})

export type AccountTransaction = z.infer<typeof AccountTransaction>

export const transactionFrom = (answer: unknown): AccountTransaction | null => {
  const decoded = AccountTransaction.safeParse(answer)
  return decoded.success ? decoded.data : null
}

const WithTransactions = z.object({ transactions: z.array(z.unknown()) })
const Sent = z.object({ from: addressText })

/**
 * What an account sent in a block that was asked for whole; what others sent need not even be readable.
 * `null` where it is no block, or where something of the account cannot be read.
 */
export const sentBy = (from: string, block: unknown): readonly AccountTransaction[] | null => {
  const decoded = WithTransactions.safeParse(block)
  if (!decoded.success) return null
  const own = decoded.data.transactions.filter((one) => Sent.safeParse(one).data?.from === from)
  const read = own.map(transactionFrom).filter((one) => one !== null)
  return read.length === own.length ? read : null
}

/** What is looked for, in the same form. */
export interface Wanted {
  readonly to: string
  readonly value: bigint
  readonly input: string
}

/** @returns `null` for what is no transaction that we asked for: it comes out of storage. */
export const wantedIn = (transaction: ChainTransaction | null): Wanted | null => {
  const { data, to, value } = transaction ?? {}
  const decoded = WantedParts.safeParse({ to, value: value ?? "0x0", input: data ?? "0x" })
  return decoded.success ? decoded.data : null
}

const WantedParts = z.object({ to: addressText, value: quantity, input: bytesText })

/** It does what was asked for, and nothing else. */
export const does = (one: AccountTransaction, wanted: Wanted): boolean =>
  one.to === wanted.to && one.value === wanted.value && one.input === wanted.input

/**
 * It may do what was asked for in a way of the wallet's own: with another amount or something behind the data, or
 * together with other calls of an account that runs code.
 */
export const mayDo = (one: AccountTransaction, wanted: Wanted): boolean =>
  (one.to === wanted.to && one.input.startsWith(wanted.input.slice(0, selectorAndRecipient))) ||
  (one.to === one.from && one.input !== "0x")

/**
 * It has nothing to do with what was asked for. The same done by somebody with another address may be it: some networks
 * show an address in another form than they were given.
 */
export const isSomethingElse = (one: AccountTransaction, wanted: Wanted): boolean =>
  !mayDo(one, wanted) && (one.to === wanted.to || one.value !== wanted.value || one.input !== wanted.input)

/** Characters of the data of a token's `transfer` that say to whom. */
const selectorAndRecipient = 2 + 8 + 64

/** It moves nothing, and to nobody else: what wallets send to take one back. */
export const takesBack = (one: AccountTransaction): boolean =>
  one.to === one.from && one.value === 0n && one.input === "0x"
