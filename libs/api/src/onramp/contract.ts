import * as z from "zod/mini"
import { defineCall } from "../contract/Contract.ts"

/** A payment currency. Limits are decimal numbers in it. */
export const PaymentCurrency = z.looseObject({
  /** Such as `USD`. */
  id: z.string(),
  payment_method_limits: z.array(z.looseObject({ id: z.string(), min: z.string(), max: z.string() })),
})
export type PaymentCurrency = z.output<typeof PaymentCurrency>

/** A token for sale. */
export const PurchaseCurrency = z.looseObject({
  id: z.string(),
  name: z.string(),
  symbol: z.string(),
  networks: z.array(
    z.looseObject({
      name: z.string(),
      display_name: z.string(),
      /** A decimal number. */
      chain_id: z.string(),
      contract_address: z.nullish(z.string()),
    }),
  ),
})
export type PurchaseCurrency = z.output<typeof PurchaseCurrency>

/** The currencies to pay with and to buy, with their limits. */
export const OnrampOptions = z.looseObject({
  paymentCurrencies: z.array(PaymentCurrency),
  purchaseCurrencies: z.array(PurchaseCurrency),
})
export type OnrampOptions = z.output<typeof OnrampOptions>

/** Source of all paths here: the AppKit 1.7.2 wire. */
export const getOnrampOptions = defineCall("GET", "/v1/onramp/options", {
  query: z.object({}),
  body: z.undefined(),
  contentType: null,
  response: OnrampOptions,
})

/** `amount` is a decimal number of `currency`, for display only. */
const CurrencyAmount = z.looseObject({ amount: z.string(), currency: z.string() })

/** The price of a purchase. Amounts are decimal numbers as texts. */
export const OnrampQuote = z.looseObject({
  paymentTotal: CurrencyAmount,
  paymentSubtotal: CurrencyAmount,
  purchaseAmount: CurrencyAmount,
  coinbaseFee: CurrencyAmount,
  networkFee: CurrencyAmount,
  quoteId: z.string(),
})
export type OnrampQuote = z.output<typeof OnrampQuote>

/** Returns the price of a purchase. */
export const postOnrampQuote = defineCall("POST", "/v1/onramp/quote", {
  query: z.object({ projectId: z.string() }),
  body: z.object({
    purchaseCurrency: PurchaseCurrency,
    paymentCurrency: PaymentCurrency,
    /** A decimal number of the payment currency. */
    amount: z.string(),
    /** The symbol of the purchase currency. */
    network: z.string(),
  }),
  contentType: null,
  response: OnrampQuote,
})

/** Returns the URL of the provider's page for a purchase. */
export const postOnrampUrl = defineCall("POST", "/v1/generators/onrampurl", {
  query: z.object({ projectId: z.string() }),
  body: z.object({
    destinationWallets: z.array(
      z.object({ address: z.string(), blockchains: z.array(z.string()), assets: z.array(z.string()) }),
    ),
    defaultNetwork: z.string(),
    partnerUserId: z.string(),
    defaultExperience: z.literal("buy"),
    presetCryptoAmount: z.optional(z.number()),
    presetFiatAmount: z.optional(z.number()),
  }),
  contentType: null,
  /** An untrusted URL: check its scheme before opening. */
  response: z.looseObject({ url: z.string() }),
})
