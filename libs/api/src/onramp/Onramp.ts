import type { CaipNetworkId, Fetch } from "@wmodal/protocol"
import { Effect } from "effect"
import { makeApiClient } from "../contract/ApiClient.ts"
import type { ApiError } from "../contract/ApiError.ts"
import { callIfSupported, type SupportedNetworksOptions } from "../supportedNetworks/SupportedNetworks.ts"
import {
  getOnrampOptions,
  type OnrampOptions,
  type OnrampQuote,
  type PaymentCurrency,
  type PurchaseCurrency,
  postOnrampQuote,
  postOnrampUrl,
} from "./contract.ts"
import { defaultOnrampOptions, makeEstimatedQuote } from "./onrampDefaults.ts"

/** The purchase options for the provider's initial page. */
export interface OnrampUrlRequest {
  readonly destinationWallets: readonly {
    readonly address: string
    readonly blockchains: readonly string[]
    readonly assets: readonly string[]
  }[]
  readonly defaultNetwork: string
  readonly partnerUserId: string
  readonly presetCryptoAmount?: number
  readonly presetFiatAmount?: number
}

/** A quote and its origin. An `Estimate` must be labelled as one: its amounts are the entered ones. */
export type OnrampQuoteResult = { readonly _tag: "Quoted" | "Estimate"; readonly quote: OnrampQuote }

/** Crypto purchases. `network` is the active one. */
export interface Onramp {
  /**
   * Returns the built-in options when the server has none; empty ones when `network` is not served. Fails when it is not
   * known whether it is.
   */
  readonly options: (network: CaipNetworkId) => Effect.Effect<OnrampOptions, ApiError>
  /** Returns a quote; `null` when `network` is not served. `amount` is a decimal number of the payment currency. */
  readonly quote: (request: {
    readonly network: CaipNetworkId
    readonly purchase: PurchaseCurrency
    readonly payment: PaymentCurrency
    readonly amount: string
  }) => Effect.Effect<OnrampQuoteResult | null>
  /** Returns the URL of the provider's page; empty when `network` is not served. */
  readonly url: (network: CaipNetworkId, request: OnrampUrlRequest) => Effect.Effect<string, ApiError>
}

/** Creates the client of purchases. */
export const makeOnramp = Effect.fnUntraced(function* (
  options: SupportedNetworksOptions,
): Effect.fn.Return<Onramp, never, Fetch> {
  const { gate, projectId } = options
  const { read } = yield* makeApiClient(options)
  return {
    options: (network) =>
      callIfSupported(
        gate,
        network,
        { paymentCurrencies: [], purchaseCurrencies: [] },
        read(getOnrampOptions, { params: {}, query: {}, body: undefined }).pipe(
          Effect.orElseSucceed(() => defaultOnrampOptions),
        ),
      ),
    quote: ({ network, purchase, payment, amount }) => {
      const body = {
        purchaseCurrency: purchase,
        paymentCurrency: payment,
        amount,
        network: purchase.symbol,
      }
      return callIfSupported<OnrampQuoteResult | null, ApiError>(
        gate,
        network,
        null,
        read(postOnrampQuote, { params: {}, query: { projectId }, body }).pipe(
          Effect.map((quote): OnrampQuoteResult => ({ _tag: "Quoted", quote })),
        ),
      ).pipe(
        Effect.orElseSucceed(
          (): OnrampQuoteResult => ({ _tag: "Estimate", quote: makeEstimatedQuote(amount, payment.id) }),
        ),
      )
    },
    url: (network, { destinationWallets, ...request }) => {
      const body = {
        ...request,
        destinationWallets: destinationWallets.map(({ address, blockchains, assets }) => ({
          address,
          blockchains: [...blockchains],
          assets: [...assets],
        })),
        defaultExperience: "buy" as const,
      }
      return callIfSupported(
        gate,
        network,
        "",
        read(postOnrampUrl, { params: {}, query: { projectId }, body }).pipe(Effect.map(({ url }) => url)),
      )
    },
  }
})
