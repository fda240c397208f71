import { type Address, isAddress, isSignature, type Signature } from "@solana/kit"
import * as z from "zod/mini"

/** An address as strictly as a node reads it. A wrong length has its own message. */
export const Pubkey = z.custom<Address>((value) => typeof value === "string" && isAddress(value), {
  error: ({ input }) => describeWrongBase58(input, 44),
})
export const SignatureParam = z.custom<Signature>(
  (value) => typeof value === "string" && isSignature(value),
  {
    error: ({ input }) => describeWrongBase58(input, 88),
  },
)

const describeWrongBase58 = (input: unknown, longest: number): string => {
  if (typeof input !== "string") return "invalid type, expected a string"
  return /^[1-9A-HJ-NP-Za-km-z]*$/.test(input) && input.length <= longest
    ? "Invalid param: WrongSize"
    : "Invalid param: Invalid"
}

/** An unsigned integer that JSON represents exactly. */
export const U64 = z.int().check(z.gte(0))

/** Common options of most calls. Commitment has no effect: everything here is final at once. */
const contextFields = {
  commitment: z.nullish(
    z.enum(["processed", "confirmed", "finalized", "recent", "single", "singleGossip", "root", "max"]),
  ),
  minContextSlot: z.nullish(U64),
}
export const Context = z.nullish(z.looseObject(contextFields))

export const AccountEncoding = z.enum(["binary", "base58", "base64", "base64+zstd", "jsonParsed"])
export type AccountEncoding = z.output<typeof AccountEncoding>

export const DataSlice = z.looseObject({ offset: U64, length: U64 })

const accountFields = {
  ...contextFields,
  encoding: z.nullish(AccountEncoding),
  dataSlice: z.nullish(DataSlice),
}
export const AccountConfig = z.nullish(z.looseObject(accountFields))

const Memcmp = z.looseObject({
  memcmp: z.looseObject({
    offset: U64,
    bytes: z.union([z.string(), z.array(z.int().check(z.gte(0), z.lte(255)))]),
    encoding: z.nullish(z.enum(["base58", "base64", "binary"])),
  }),
})
const DataSize = z.looseObject({ dataSize: U64 })
const TokenAccountState = z.literal("tokenAccountState")
export const Filter = z.union([Memcmp, DataSize, TokenAccountState])
export type Filter = z.output<typeof Filter>

export const ProgramAccountsConfig = z.nullish(
  z.looseObject({
    ...accountFields,
    filters: z.nullish(z.array(Filter)),
    withContext: z.nullish(z.boolean()),
    sortResults: z.nullish(z.boolean()),
  }),
)

export const TokenAccountsFilter = z.union([z.object({ mint: Pubkey }), z.object({ programId: Pubkey })])

const TransactionEncoding = z.enum(["binary", "base58", "base64", "json", "jsonParsed"])
export type TransactionEncoding = z.output<typeof TransactionEncoding>

export const SendConfig = z.nullish(
  z.looseObject({
    skipPreflight: z.nullish(z.boolean()),
    preflightCommitment: contextFields.commitment,
    encoding: z.nullish(TransactionEncoding),
    maxRetries: z.nullish(U64),
    minContextSlot: contextFields.minContextSlot,
  }),
)

export const SimulateConfig = z.nullish(
  z.looseObject({
    ...contextFields,
    sigVerify: z.nullish(z.boolean()),
    replaceRecentBlockhash: z.nullish(z.boolean()),
    encoding: z.nullish(TransactionEncoding),
    accounts: z.nullish(z.looseObject({ encoding: z.nullish(AccountEncoding), addresses: z.array(Pubkey) })),
    innerInstructions: z.nullish(z.boolean()),
  }),
)

/** A bare encoding is the older form of the configuration. */
export const TransactionConfig = z.nullish(
  z.union([
    TransactionEncoding,
    z.looseObject({
      commitment: contextFields.commitment,
      encoding: z.nullish(TransactionEncoding),
      maxSupportedTransactionVersion: z.nullish(z.int().check(z.gte(0), z.lte(255))),
    }),
  ]),
)

export const SignaturesConfig = z.nullish(
  z.looseObject({
    ...contextFields,
    limit: z.nullish(U64),
    before: z.nullish(SignatureParam),
    until: z.nullish(SignatureParam),
  }),
)
