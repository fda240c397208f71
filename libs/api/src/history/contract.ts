import * as z from "zod/mini"
import { defineCall } from "../contract/Contract.ts"

const MediaSchema = z.nullish(z.looseObject({ url: z.string(), content_type: z.nullish(z.string()) }))

/** One token movement. Its names are in snake case, those of `HistoryTransaction.metadata` in camel case. */
export const HistoryTransfer = z.looseObject({
  fungible_info: z.nullish(
    z.looseObject({
      name: z.nullish(z.string()),
      symbol: z.nullish(z.string()),
      icon: z.nullish(z.looseObject({ url: z.nullish(z.string()) })),
    }),
  ),
  nft_info: z.nullish(
    z.looseObject({
      name: z.nullish(z.string()),
      /** Plain, with a decimal number, for chain queries. Some servers omit it. */
      contract_address: z.nullish(z.string()),
      token_id: z.nullish(z.string()),
      content: z.nullish(z.looseObject({ preview: MediaSchema, detail: MediaSchema })),
      flags: z.looseObject({ is_spam: z.boolean() }),
    }),
  ),
  /** `in`, `out` or `self`. */
  direction: z.string(),
  /** A decimal number of whole tokens. */
  quantity: z.looseObject({ numeric: z.string() }),
  /** Fiat, for display only. */
  value: z.nullish(z.number()),
  price: z.nullish(z.number()),
})
export type HistoryTransfer = z.output<typeof HistoryTransfer>

/** One transaction. Its strings are untrusted: any account can send a token of any name. */
export const HistoryTransaction = z.looseObject({
  id: z.string(),
  metadata: z.looseObject({
    /** Such as `send`, `receive`, `trade`, `approve`, `mint`, `buy`. */
    operationType: z.string(),
    hash: z.string(),
    /** ISO 8601. */
    minedAt: z.string(),
    sentFrom: z.string(),
    sentTo: z.string(),
    /** `confirmed`, `failed`, `pending`, or `ONRAMP_TRANSACTION_STATUS_` with `SUCCESS`, `IN_PROGRESS` or `FAILED`. */
    status: z.string(),
    nonce: z.nullish(z.number()),
    /** CAIP-2. */
    chain: z.nullish(z.string()),
    application: z.nullish(z.looseObject({ name: z.nullish(z.string()), iconUrl: z.nullish(z.string()) })),
  }),
  transfers: z.array(HistoryTransfer),
})
export type HistoryTransaction = z.output<typeof HistoryTransaction>

/** `next` is the cursor of the next page; absent on the last page. */
export const HistoryPage = z.looseObject({
  data: z.array(HistoryTransaction),
  next: z.nullish(z.string()),
})
export type HistoryPage = z.output<typeof HistoryPage>

/** Source: the AppKit 1.7.2 wire. */
export const getHistory = defineCall("GET", "/v1/account/:address/history", {
  query: z.object({
    cursor: z.optional(z.string()),
    /** Returns purchases by this provider instead of the chain's transactions. */
    onramp: z.optional(z.literal("coinbase")),
    /** CAIP-2. */
    chainId: z.optional(z.string()),
  }),
  body: z.undefined(),
  contentType: null,
  response: HistoryPage,
})
