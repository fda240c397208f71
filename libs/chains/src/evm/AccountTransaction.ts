import * as z from "zod/mini"
import type { ChainTransaction } from "../contract/Transfer.ts"
import { addressSchema, bytesSchema, hashSchema, quantitySchema } from "./wireSchemas.ts"

/** A transaction from a node, in lower case. */
const AccountTransaction = z.object({
  hash: hashSchema,
  from: addressSchema,
  /** `null` if it creates a contract. */
  to: z.nullish(addressSchema),
  /** -1 for one without: some nodes leave it out of deposits of the OP Stack. */
  nonce: z.pipe(
    z.nullish(quantitySchema),
    z.transform((nonce) => nonce ?? -1n),
  ),
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
 * Returns the account's transactions in a full block; other senders' transactions may be undecodable. `null` if the
 * input is not a block, or if a transaction of the account cannot be decoded.
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

/** The queried transaction in the same form. */
export interface ExpectedTransaction {
  readonly to: string
  readonly value: bigint
  readonly input: string
}

/** Decodes a stored transaction. @returns `null` if it is not a valid EVM transaction, because storage is untrusted. */
export const toExpectedTransaction = (transaction: ChainTransaction | null): ExpectedTransaction | null => {
  const { data, to, value } = transaction ?? {}
  const decoded = WantedParts.safeParse({ to, value: value ?? "0x0", input: data ?? "0x" })
  return decoded.success ? decoded.data : null
}

const WantedParts = z.object({ to: addressSchema, value: quantitySchema, input: bytesSchema })

/** Returns true if it does exactly what was requested. */
export const isExactMatch = (one: AccountTransaction, wanted: ExpectedTransaction): boolean =>
  one.to === wanted.to && one.value === wanted.value && one.input === wanted.input

/**
 * Returns true if it may be the wallet's variant of the request: with another amount, with extra data, or together with
 * other calls of an account that runs code.
 */
export const isPossibleMatch = (one: AccountTransaction, wanted: ExpectedTransaction): boolean =>
  (one.to === wanted.to && one.input.startsWith(wanted.input.slice(0, selectorAndRecipientLength))) ||
  (one.to === one.from && one.input !== "0x")

/**
 * Returns true if it is unrelated to the request. The same call from another address may be related: some networks show
 * an address in another form than they were given.
 */
export const isUnrelated = (one: AccountTransaction, wanted: ExpectedTransaction): boolean =>
  !isPossibleMatch(one, wanted) &&
  (one.to === wanted.to || one.value !== wanted.value || one.input !== wanted.input)

/** Length of a token `transfer`'s data up to the recipient, in characters. */
const selectorAndRecipientLength = 2 + 8 + 64

/** Returns true if it moves no assets and goes to its own sender: wallets send this to cancel a transaction. */
export const isCancellation = (one: AccountTransaction): boolean =>
  one.to === one.from && one.value === 0n && one.input === "0x"
