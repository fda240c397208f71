import * as z from "zod/mini"
import { defineCall } from "../contract/Contract.ts"
import { HexText, IntegerText } from "../contract/IntegerText.ts"

/** A token that can be swapped. */
export const ConvertToken = z.looseObject({
  name: z.string(),
  symbol: z.string(),
  /** CAIP-10. */
  address: z.string(),
  decimals: z.number().check(z.refine((value) => Number.isInteger(value) && value >= 0 && value <= 255)),
  /** An untrusted URL: check its scheme before display. */
  logoUri: z.nullish(z.string()),
  /** Set when an allowance can be granted by signature. */
  eip2612: z.nullish(z.boolean()),
})
export type ConvertToken = z.output<typeof ConvertToken>

/** Source of all paths here, and of their content types: the AppKit 1.7.2 wire. */
export const getConvertTokens = defineCall("GET", "/v1/convert/tokens", {
  /** CAIP-2. */
  query: z.object({ chainId: z.string() }),
  body: z.undefined(),
  contentType: null,
  response: z.looseObject({ tokens: z.array(ConvertToken) }),
})

/** Amounts are base units. */
export const ConvertQuote = z.looseObject({
  id: z.nullish(z.string()),
  fromAmount: IntegerText,
  fromAccount: z.string(),
  toAmount: IntegerText,
  toAccount: z.string(),
})
export type ConvertQuote = z.output<typeof ConvertQuote>

/** Returns quotes for a swap. */
export const getConvertQuotes = defineCall("GET", "/v1/convert/quotes", {
  query: z.object({
    /** Base units. */
    amount: IntegerText,
    /** Plain, unlike the CAIP-10 of the other swap calls. */
    userAddress: z.string(),
    /** Tokens, CAIP-10. */
    from: z.string(),
    to: z.string(),
    /** Wei. Absent while a client does not know it: a query has no empty values. */
    gasPrice: z.optional(IntegerText),
  }),
  body: z.undefined(),
  contentType: "application/json",
  response: z.looseObject({ quotes: z.array(ConvertQuote) }),
})

/** Returns the amount that the swap contract may spend, in base units. */
export const getConvertAllowance = defineCall("GET", "/v1/convert/allowance", {
  /** Both CAIP-10. */
  query: z.object({ tokenAddress: z.string(), userAddress: z.string() }),
  body: z.undefined(),
  contentType: "application/json",
  /** Base units, up to 256 bits. */
  response: z.looseObject({ allowance: IntegerText }),
})

/** Wei. */
export const ConvertGasPrice = z.looseObject({
  standard: IntegerText,
  fast: IntegerText,
  instant: IntegerText,
})
export type ConvertGasPrice = z.output<typeof ConvertGasPrice>

/** Returns the gas price of a network. */
export const getConvertGasPrice = defineCall("GET", "/v1/convert/gas-price", {
  /** CAIP-2. */
  query: z.object({ chainId: z.string() }),
  body: z.undefined(),
  contentType: "application/json",
  response: ConvertGasPrice,
})

/** A server-built approval without limit. The signer takes the spender from `data` and encodes the amount itself. */
export const ApproveTransaction = z.looseObject({
  /** CAIP-10 of the source token, the target of the approval. */
  from: z.string(),
  /** CAIP-10 of the destination token. */
  to: z.string(),
  data: HexText,
  /** Wei. */
  value: IntegerText,
  eip155: z.looseObject({ gasPrice: IntegerText, gas: z.nullish(z.number()) }),
})
export type ApproveTransaction = z.output<typeof ApproveTransaction>

/** Builds the approval of a swap. */
export const getBuildApprove = defineCall("GET", "/v1/convert/build-approve", {
  /** All CAIP-10; `from` and `to` are tokens. */
  query: z.object({ userAddress: z.string(), from: z.string(), to: z.string() }),
  body: z.undefined(),
  contentType: "application/json",
  response: z.looseObject({ tx: ApproveTransaction }),
})

/** A server-built swap. It is untrusted until it has been simulated. */
export const SwapTransaction = z.looseObject({
  /** CAIP-10 of the user. */
  from: z.string(),
  /** CAIP-10 of the router. */
  to: z.string(),
  data: HexText,
  /** Base units of the source token. */
  amount: IntegerText,
  eip155: z.looseObject({ gas: IntegerText, gasPrice: IntegerText }),
})
export type SwapTransaction = z.output<typeof SwapTransaction>

/** Returns the units of gas that the exchange states for a swap. */
export const getStatedGas = ({ eip155 }: Pick<SwapTransaction, "eip155">): bigint => BigInt(eip155.gas)

/** Builds the transaction of a swap. */
export const postBuildTransaction = defineCall("POST", "/v1/convert/build-transaction", {
  query: z.object({}),
  body: z.object({
    /** Base units. */
    amount: IntegerText,
    /** Percent. */
    eip155: z.object({ slippage: z.number() }),
    projectId: z.string(),
    /** All CAIP-10; `from` and `to` are tokens. */
    from: z.string(),
    to: z.string(),
    userAddress: z.string(),
    disableEstimate: z.optional(z.boolean()),
  }),
  contentType: "application/json",
  response: z.looseObject({ tx: SwapTransaction }),
})
