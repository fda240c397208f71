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
  /** Returns the image of a wallet's `image_id`. Always of an image type. */
  readonly walletImage: (imageId: string) => Effect.Effect<Blob, ApiError>
  /** Returns the image of a network or a connector, by image id. */
  readonly assetImage: (imageId: string) => Effect.Effect<Blob, ApiError>
  /** Returns a token's image, by symbol such as `USDC`. */
  readonly tokenImage: (symbol: string) => Effect.Effect<Blob, ApiError>
  /** Returns a currency's image, by code such as `USD`. */
  readonly currencyImage: (currency: string) => Effect.Effect<Blob, ApiError>
  /** Returns the image URL, for a UI that can load it; `null` when there are no images. */
  readonly walletImageUrl: (imageId: string) => string | null
  readonly assetImageUrl: (imageId: string) => string | null
}

/** Creates the client of the wallet directory. */
export const makeDirectory = Effect.fnUntraced(function* (
  options: ApiClientOptions,
): Effect.fn.Return<Directory, never, Fetch> {
  const { read, image, url } = yield* makeApiClient(options)
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
    walletImage: (imageId) => image(getWalletImage, { imageId }),
    assetImage: (imageId) => image(getAssetImage, { imageId }),
    tokenImage: (symbol) => image(getTokenImage, { symbol }),
    currencyImage: (currency) => image(getCurrencyImage, { currency }),
    walletImageUrl: (imageId) => url(getWalletImage, { imageId }),
    assetImageUrl: (imageId) => url(getAssetImage, { imageId }),
  }
})
