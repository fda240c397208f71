import { matchesPattern } from "@wmodal/protocol"
import * as z from "zod/mini"
import { defineCall, defineRoute } from "../contract/Contract.ts"

/** One wallet of the directory. Its strings are untrusted: links may have any scheme, names any character. */
export const DirectoryWallet = z.looseObject({
  /** 64 hex characters. */
  id: z.string(),
  name: z.string(),
  /** `none` or `certified`; anything else counts as `none`. */
  badge_type: z.nullish(z.string()),
  /** CAIP-2 network ids. */
  chains: z.nullish(z.array(z.string())),
  homepage: z.nullish(z.string()),
  /** The key of `getWalletImage`, which is not the wallet's `id`. */
  image_id: z.nullish(z.string()),
  order: z.nullish(z.number()),
  mobile_link: z.nullish(z.string()),
  desktop_link: z.nullish(z.string()),
  webapp_link: z.nullish(z.string()),
  app_store: z.nullish(z.string()),
  play_store: z.nullish(z.string()),
  chrome_store: z.nullish(z.string()),
  /** As in EIP-6963, such as `io.metamask`. */
  rdns: z.nullish(z.string()),
  injected: z.nullish(
    z.array(z.looseObject({ namespace: z.nullish(z.string()), injected_id: z.nullish(z.string()) })),
  ),
})
export type DirectoryWallet = z.output<typeof DirectoryWallet>

/** `count` is the number of all wallets that match, over all pages. */
export const WalletPage = z.looseObject({ count: z.number(), data: z.array(DirectoryWallet) })
export type WalletPage = z.output<typeof WalletPage>

const digitsText = z.string().check(matchesPattern(/^\d+$/))

/** Lists are comma-separated. `page` counts from 1; `entries` is 1 to 100. */
export const WalletsQuery = z.object({
  page: z.optional(digitsText),
  entries: z.optional(digitsText),
  /** CAIP-2 network ids. */
  chains: z.optional(z.string()),
  /** Wallet ids. */
  include: z.optional(z.string()),
  exclude: z.optional(z.string()),
  search: z.optional(z.string()),
  badge_type: z.optional(z.string()),
})
export type WalletsQuery = z.output<typeof WalletsQuery>

/** Source of all paths here: the AppKit 1.7.2 wire. */
export const getWallets = defineCall("GET", "/getWallets", {
  query: WalletsQuery,
  body: z.undefined(),
  contentType: null,
  response: WalletPage,
})

/** The image of a wallet, by its `image_id`. */
export const getWalletImage = defineRoute("GET", "/getWalletImage/:imageId")

/** The image of a network or a connector, by image id. */
export const getAssetImage = defineRoute("GET", "/public/getAssetImage/:imageId")

/** By symbol, such as `USDC`. */
export const getTokenImage = defineRoute("GET", "/public/getTokenImage/:symbol")

/** By currency code, such as `USD`. */
export const getCurrencyImage = defineRoute("GET", "/public/getCurrencyImage/:currency")
