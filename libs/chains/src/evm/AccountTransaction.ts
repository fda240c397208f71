import * as z from "zod/mini"
import type { ChainTransaction } from "../contract/Transfer.ts"
import { addressSchema, bytesSchema, hashSchema, quantitySchema } from "./wireSchemas.ts"

/** A transaction as a node shows it, in lower case. */
const AccountTransaction = z.object({
  hash: hashSchema,
  from: addressSchema,
  /** `null` where it makes a contract. */
  to: z.nullish(addressSchema),
  nonce: quantitySchema,
  value: quantitySchema,
  input: bytesSchema,
  blockNumber: z.nullish(quantitySchema),
})

export type AccountTransaction = z.infer<typeof AccountTransaction>

export const decodeAccountTransaction = (answer: unknown): AccountTransaction | null => {
  const decoded = AccountTransaction.safeParse(answer)
  return decoded.success ? decoded.data : null
}

const WithTransactions = z.object({ transactions: z.array(z.unknown()) })
const SenderSchema = z.object({ from: addressSchema })

/**
 * What an account sent in a block that was asked for whole; what others sent need not even be readable.
 * `null` where it is no block, or where something of the account cannot be read.
 */
export const decodeTransactionsFrom = (
  from: string,
  block: unknown,
): readonly AccountTransaction[] | null => {
  const decoded = WithTransactions.safeParse(block)
  if (!decoded.success) return null
  const own = decoded.data.transactions.filter((one) => SenderSchema.safeParse(one).data?.from === from)
  const read = own.map(decodeAccountTransaction).filter((one) => one !== null)
  return read.length === own.length ? read : null
}

/** What is looked for, in the same form. */
export interface ExpectedTransaction {
  readonly to: string
  readonly value: bigint
  readonly input: string
}

/** @returns `null` for what is no transaction that we asked for: it comes out of storage. */
export const toExpectedTransaction = (transaction: ChainTransaction | null): ExpectedTransaction | null => {
  const { data, to, value } = transaction ?? {}
  const decoded = WantedParts.safeParse({ to, value: value ?? "0x0", input: data ?? "0x" })
  return decoded.success ? decoded.data : null
}

const WantedParts = z.object({ to: addressSchema, value: quantitySchema, input: bytesSchema })

/** It does what was asked for, and nothing else. */
export const isExactMatch = (one: AccountTransaction, wanted: ExpectedTransaction): boolean =>
  one.to === wanted.to && one.value === wanted.value && one.input === wanted.input

/**
 * It may do what was asked for in a way of the wallet's own: with another amount or something behind the data, or
 * together with other calls of an account that runs code.
 */
export const isPossibleMatch = (one: AccountTransaction, wanted: ExpectedTransaction): boolean =>
  (one.to === wanted.to && one.input.startsWith(wanted.input.slice(0, selectorAndRecipientLength))) ||
  (one.to === one.from && one.input !== "0x")

/**
 * It has nothing to do with what was asked for. The same done by somebody with another address may be it: some networks
 * show an address in another form than they were given.
 */
export const isUnrelated = (one: AccountTransaction, wanted: ExpectedTransaction): boolean =>
  !isPossibleMatch(one, wanted) &&
  (one.to === wanted.to || one.value !== wanted.value || one.input !== wanted.input)

/** Characters of the data of a token's `transfer` that say to whom. */
const selectorAndRecipientLength = 2 + 8 + 64

/** It moves nothing, and to nobody else: what wallets send to take one back. */
export const isCancellation = (one: AccountTransaction): boolean =>
  one.to === one.from && one.value === 0n && one.input === "0x"
