import type { PaymentCurrency, PurchaseCurrency } from "@wmodal/api"
import type { Decimal, Network, SubscriptionRef } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { FundingError } from "../problems/FundingError.ts"
import type { ReadProblem } from "../problems/ReadProblem.ts"

/** A company that sells tokens on a page of its own. */
export interface OnrampProvider {
  readonly name: "coinbase" | "meld"
  readonly label: string
  /** Percent of the purchase that the provider takes, for display. */
  readonly fee: "1-2%"
}

/** A token for sale on the network in use. Texts are sanitized. */
export interface BuyToken {
  readonly symbol: string
  readonly name: string
  /** The URL of its image; `null` without a directory. */
  readonly icon: string | null
  /** The record of the server, for its quotes. */
  readonly record: PurchaseCurrency
}

/** The smallest and the largest payment by one method. */
export interface PaymentLimit {
  /** Such as `card` or `ach_bank_account`. */
  readonly method: string
  readonly min: Decimal
  readonly max: Decimal
}

/** A currency to pay with. */
export interface BuyCurrency {
  /** ISO 4217, such as `USD`. */
  readonly id: string
  /** The URL of its image; `null` without a directory. */
  readonly icon: string | null
  readonly limits: readonly PaymentLimit[]
  /** The record of the server, for its quotes. */
  readonly record: PaymentCurrency
}

/** The price of a purchase. */
export type BuyQuote =
  | { readonly _tag: "None" }
  | { readonly _tag: "Loading" }
  | {
      readonly _tag: "Quoted"
      /** The bought amount, a decimal number, and its symbol. Sanitized. */
      readonly amount: string
      readonly symbol: string
      /** Of the payment currency. */
      readonly fees: Decimal
    }
  /** The server gave no quote: the provider's page has the price. */
  | { readonly _tag: "Estimate" }

/** Why an amount cannot be paid. `limit` is of the payment currency. */
export type BuyAmountError =
  | { readonly _tag: "Invalid" }
  | { readonly _tag: "Below"; readonly limit: Decimal }
  | { readonly _tag: "Above"; readonly limit: Decimal }

/** A purchase on a provider's page. */
export interface BuyVisit {
  readonly provider: OnrampProvider
  /** `https:`, or of this machine. */
  readonly url: string
  /** The host of `url`, to show before it is opened. */
  readonly host: string
  readonly token: BuyToken
  readonly currency: BuyCurrency
  /** A decimal number of the payment currency. */
  readonly amount: string
  readonly network: Network
  /** The account that receives the token: plain and checksummed. */
  readonly address: string
}

/** The state of a purchase. */
export type BuyProgress =
  /** The page is not opened yet. */
  | { readonly _tag: "Ready" }
  /** It is open, and nothing is paid yet. */
  | { readonly _tag: "Waiting" }
  /** It is paid, and on its way. */
  | { readonly _tag: "Paid" }
  /** `bought` is the amount and its symbol. */
  | { readonly _tag: "Arrived"; readonly bought: string }
  | { readonly _tag: "Failed" }
  /** Nothing arrived in 180 s. It may still arrive. */
  | { readonly _tag: "Late" }

/** The state of buying. */
export type OnrampState =
  | { readonly _tag: "Disconnected" }
  /** `region`: the host's list has the time zone of this device. */
  | { readonly _tag: "NotOffered"; readonly because: "endpoint" | "network" | "region" }
  | { readonly _tag: "Loading" }
  /** No server said what is for sale. */
  | { readonly _tag: "Failed"; readonly problem: ReadProblem }
  | {
      readonly _tag: "Choosing"
      readonly network: Network
      readonly tokens: readonly [BuyToken, ...BuyToken[]]
      readonly currencies: readonly [BuyCurrency, ...BuyCurrency[]]
      readonly form: { readonly token: BuyToken; readonly currency: BuyCurrency; readonly amount: string }
      readonly quote: BuyQuote
      /** `null` while nothing is typed, and for an amount that at least one payment method takes. */
      readonly error: BuyAmountError | null
      readonly providers: readonly OnrampProvider[]
      /** The provider whose address is being requested. */
      readonly opening: OnrampProvider["name"] | null
      /** Why the last address could not be used. */
      readonly problem: ReadProblem | FundingError | null
    }
  | { readonly _tag: "Visiting"; readonly visit: BuyVisit; readonly progress: BuyProgress }

/** Buying tokens for the active account on a provider's page. */
export interface Onramp {
  readonly state: SubscriptionRef.SubscriptionRef<OnrampState>
  /**
   * Loads what is for sale on the network in use, for a new purchase. A purchase that is under way stays, and so does the
   * form when the user comes back to it from a choice.
   */
  readonly begin: Effect.Effect<void>
  /**
   * Begins a purchase with what is given, in the form of the methods below; its form keeps that when it appears. Ends with
   * the name of what is not for sale, or not accepted; `null` if all is.
   */
  readonly propose: (wanted: {
    readonly token?: string | undefined
    readonly currency?: string | undefined
    readonly amount?: string | undefined
  }) => Effect.Effect<"token" | "currency" | null>
  /** `symbol` in any case. No effect for a token that is not for sale. */
  readonly chooseToken: (symbol: string) => Effect.Effect<void>
  /** `id` in any case. No effect for a currency that is not accepted. */
  readonly chooseCurrency: (id: string) => Effect.Effect<void>
  /** A decimal number of the currency, in the form of `applyNumericEdit`. */
  readonly typeAmount: (text: string) => Effect.Effect<void>
  /** Requests the provider's address and shows it: it is opened by the user. */
  readonly select: (provider: OnrampProvider["name"]) => Effect.Effect<void>
  /** Call it when the page is opened, and again after `Late`: the purchase is followed for 180 s. */
  readonly follow: Effect.Effect<void>
  /** Ends following, for a new purchase. */
  readonly leave: Effect.Effect<void>
  /** Shows what buying is. */
  readonly explain: Effect.Effect<void>
}
