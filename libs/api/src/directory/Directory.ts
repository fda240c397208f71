import type { Fetch } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ApiError } from "../contract/ApiError.ts"
import { makeUpstream, type UpstreamOptions } from "../contract/Upstream.ts"
import { getAssetImage, getWalletImage, getWallets, type WalletPage } from "./contract.ts"

/** Which wallets. */
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
  /** By a wallet's `image_id`. Always of an image type. */
  readonly walletImage: (imageId: string) => Effect.Effect<Blob, ApiError>
  /** By the image id of a network or a connector. */
  readonly assetImage: (imageId: string) => Effect.Effect<Blob, ApiError>
  /** The same images by address, for a face that can show one from there. */
  readonly walletImageUrl: (imageId: string) => string
  readonly assetImageUrl: (imageId: string) => string
}

export const makeDirectory = Effect.fnUntraced(function* (
  options: UpstreamOptions,
): Effect.fn.Return<Directory, never, Fetch> {
  const upstream = yield* makeUpstream(options)
  return {
    wallets: ({ page, entries, chains, include, exclude, search, badge }) =>
      upstream.json(
        getWallets,
        {},
        {
          page: page?.toString(),
          entries: entries?.toString(),
          chains: chains?.join(","),
          include: include?.join(","),
          exclude: exclude?.join(","),
          search: search?.trim(),
          badge_type: badge,
        },
      ),
    walletImage: (imageId) => upstream.image(getWalletImage, { imageId }),
    assetImage: (imageId) => upstream.image(getAssetImage, { imageId }),
    walletImageUrl: (imageId) => upstream.url(getWalletImage.path({ imageId }), {}),
    assetImageUrl: (imageId) => upstream.url(getAssetImage.path({ imageId }), {}),
  }
})
