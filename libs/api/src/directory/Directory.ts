import type { Fetch } from "@wmodal/protocol"
import { Effect } from "effect"
import { type ApiClientOptions, makeApiClient } from "../contract/ApiClient.ts"
import type { ApiError } from "../contract/ApiError.ts"
import {
  getAssetImage,
  getCurrencyImage,
  getTokenImage,
  getWalletImage,
  getWallets,
  type WalletPage,
} from "./contract.ts"

/** The filter of a page of wallets. */
export interface WalletsRequest {
  /** From 1. */
  readonly page?: number
  /** 1 to 100. */
  readonly entries?: number
  /** CAIP-2 network ids. */
  readonly chains?: readonly string[]
  /** Wallet ids. */
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  readonly search?: string
  readonly badge?: "certified"
}

/** The wallet directory. */
export interface Directory {
  readonly wallets: (request: WalletsRequest) => Effect.Effect<WalletPage, ApiError>
  /** Returns the URL of the image of a wallet's `image_id`, for an `<img>`; `null` when there are no images. */
  readonly walletImageUrl: (imageId: string) => string | null
  /** The same for the image of a network or a connector. */
  readonly assetImageUrl: (imageId: string) => string | null
  /** The same for a token's image, by symbol such as `USDC`. */
  readonly tokenImageUrl: (symbol: string) => string | null
  /** The same for a currency's image, by code such as `USD`. */
  readonly currencyImageUrl: (currency: string) => string | null
}

/** Creates the client of the wallet directory. */
export const makeDirectory = Effect.fnUntraced(function* (
  options: ApiClientOptions,
): Effect.fn.Return<Directory, never, Fetch> {
  const { read, url } = yield* makeApiClient(options)
  return {
    wallets: ({ page, entries, chains, include, exclude, search, badge }) =>
      read(getWallets, {
        params: {},
        query: {
          page: page?.toString(),
          entries: entries?.toString(),
          chains: chains?.join(","),
          include: include?.join(","),
          exclude: exclude?.join(","),
          search: search?.trim(),
          badge_type: badge,
        },
        body: undefined,
      }),
    walletImageUrl: (imageId) => url(getWalletImage, { imageId }),
    assetImageUrl: (imageId) => url(getAssetImage, { imageId }),
    tokenImageUrl: (symbol) => url(getTokenImage, { symbol }),
    currencyImageUrl: (currency) => url(getCurrencyImage, { currency }),
  }
})
