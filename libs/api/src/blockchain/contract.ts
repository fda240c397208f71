import * as z from "zod/mini"
import { defineCall } from "../contract/Contract.ts"

/** CAIP-2 ids of the networks that the API serves, by transport. */
export const SupportedChains = z.looseObject({ http: z.array(z.string()), ws: z.array(z.string()) })
export type SupportedChains = z.output<typeof SupportedChains>

/** Source of all paths here: the AppKit 1.7.2 wire. */
export const getSupportedChains = defineCall("GET", "/v1/supported-chains", {
  query: z.object({}),
  body: z.undefined(),
  contentType: null,
  response: SupportedChains,
})

/** Profile of an address. `avatar` is an untrusted URL: check its scheme before display. */
export const Identity = z.looseObject({ name: z.nullable(z.string()), avatar: z.nullable(z.string()) })
export type Identity = z.output<typeof Identity>

/** Returns the name and avatar of an address. */
export const getIdentity = defineCall("GET", "/v1/identity/:address", {
  /** `sender` is the plain requesting address. */
  query: z.object({ sender: z.optional(z.string()) }),
  body: z.undefined(),
  contentType: null,
  response: Identity,
})

/** One token balance of an address, with its price in the requested currency. */
export const TokenBalance = z.looseObject({
  name: z.string(),
  symbol: z.string(),
  /** CAIP-2. */
  chainId: z.string(),
  /** CAIP-10; absent for the native currency. */
  address: z.optional(z.string()),
  /** Fiat value of the whole balance. For display only. */
  value: z.optional(z.number()),
  /** Fiat price per token. For display only. */
  price: z.number(),
  /** `numeric` is a decimal number of whole tokens, `decimals` a count of digits. */
  quantity: z.looseObject({ decimals: z.string(), numeric: z.string() }),
  iconUrl: z.string(),
})
export type TokenBalance = z.output<typeof TokenBalance>

/** The tokens of an address with their fiat values. */
export const Balances = z.looseObject({ balances: z.array(TokenBalance) })
export type Balances = z.output<typeof Balances>

/** Returns the tokens of an address. */
export const getBalance = defineCall("GET", "/v1/account/:address/balance", {
  query: z.object({
    currency: z.literal("usd"),
    /** CAIP-2. */
    chainId: z.optional(z.string()),
    /** Comma-separated CAIP-10 token addresses to refresh. */
    forceUpdate: z.optional(z.string()),
  }),
  body: z.undefined(),
  contentType: null,
  response: Balances,
})

/** `chainId` is CAIP-2. */
export const JsonRpcQuery = z.object({ chainId: z.string(), projectId: z.string() })

/** JSON-RPC, single or batched, for one network. `/v1/` is an alias. */
export const postJsonRpc = defineCall("POST", "/v1", {
  query: JsonRpcQuery,
  body: z.unknown(),
  contentType: null,
  response: z.unknown(),
})
