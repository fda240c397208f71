import type { Asset } from "../evm/assets.ts"
import type { Quote } from "./Quote.ts"

/** Where a purchase can go. */
export interface PurchaseOption {
  /** EVM address. */
  readonly address: `0x${string}`
  readonly asset: Asset
}

/** What somebody has paid for, in US cents. `at` is UTC milliseconds by the world's clock. */
export interface PaidPurchase {
  readonly choice: PurchaseOption
  readonly quote: Quote
  readonly at: number
}

/** How far a purchase is. Only what is paid for is part of anybody's history. */
export type PurchaseProgress =
  | { readonly _tag: "Open" }
  /** `delivering` once somebody has asked for it, so that it is delivered once. */
  | { readonly _tag: "Paid"; readonly paid: PaidPurchase; readonly delivering: boolean }
  | { readonly _tag: "Delivered"; readonly paid: PaidPurchase; readonly hash: string }
  | { readonly _tag: "Failed"; readonly paid: PaidPurchase }

/** One visit to the provider's page. */
export interface Purchase {
  readonly id: string
  /** This server, as the client reached it. */
  readonly origin: string
  /** At least one; the first is what the client proposes. */
  readonly choices: readonly PurchaseOption[]
  /** US cents that the client proposes. */
  readonly proposed: bigint
  readonly progress: PurchaseProgress
}
