import type { Asset } from "../evm/assets.ts"
import type { Quote } from "./Quote.ts"

/** What is for sale: an asset of an EVM network, or SOL. */
export interface SoldAsset extends Pick<Asset, "network" | "name" | "symbol" | "decimals"> {
  /** Its contract, or the placeholder of the native currency. */
  readonly address: string
}

/** The account and asset of a purchase. */
export interface PurchaseOption {
  /** Plain address on the network of the asset. */
  readonly address: string
  readonly asset: SoldAsset
}

/** A paid order, in US cents. `at` is UTC milliseconds by the world's clock. */
export interface PaidPurchase {
  readonly choice: PurchaseOption
  readonly quote: Quote
  readonly at: number
}

/** The progress of a purchase. Only paid purchases are part of a history. */
export type PurchaseProgress =
  | { readonly _tag: "Open" }
  /** `delivering` after the first delivery request, so that it is delivered once. */
  | { readonly _tag: "Paid"; readonly paid: PaidPurchase; readonly delivering: boolean }
  | { readonly _tag: "Delivered"; readonly paid: PaidPurchase; readonly hash: string }
  | { readonly _tag: "Failed"; readonly paid: PaidPurchase }

/** One visit to the provider's page. */
export interface Purchase {
  readonly id: string
  /** Base URL of this server, as the client reached it. */
  readonly origin: string
  /** At least one option; the first is the client's proposal. */
  readonly choices: readonly PurchaseOption[]
  /** The client's proposed amount, in US cents. */
  readonly proposed: bigint
  readonly progress: PurchaseProgress
}
