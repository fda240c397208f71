import type { CaipAddress, Network, SubscriptionRef } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { AmbiguousToken } from "../holdings/AmbiguousToken.ts"
import type { Token } from "../networks/Token.ts"
import type { FundingError } from "../problems/FundingError.ts"
import type { ReadProblem } from "../problems/ReadProblem.ts"

/** What a payer, or the account's owner, must know about the request. */
export type ReceiveWarning =
  /** The issuer of the requested token may take it back from every account. */
  | { readonly _tag: "Recallable" }
  /** Whether the issuer of the requested token may take it back could not be read. */
  | { readonly _tag: "RecallUnread" }
  /** A test network, whose tokens have no value, with an address that is valid on networks with real money. */
  | { readonly _tag: "Testnet" }
  /** A smart account: on another network, its address may belong to another owner. */
  | { readonly _tag: "SmartAccount" }
  /** The address is valid on other networks too, and money that is sent there does not arrive here. */
  | { readonly _tag: "OtherNetworks" }
  /** The address holds ordinals: nothing is sent from there. */
  | { readonly _tag: "Ordinals" }

/** A request for a payment to the active account. */
export interface PaymentRequest {
  readonly account: CaipAddress
  /** Plain and checksummed. */
  readonly address: string
  readonly network: Network
  /** The requested token and its base units; `null` if the payer chooses both. */
  readonly requested: { readonly token: Token; readonly amount: bigint } | null
  /**
   * The content of a QR code: the address, which every wallet reads; with an amount, a link by ERC-681, Solana Pay or
   * BIP-21, which names the network where its standard has one.
   */
  readonly uri: string
  /** The most severe first. */
  readonly warnings: readonly ReceiveWarning[]
}

/** A payment that arrived while the account was watched. */
export interface Arrival {
  readonly token: Token
  /** Base units. */
  readonly amount: bigint
}

/** The state of the view that shows the account's address. */
export type ReceiveState =
  | { readonly _tag: "Disconnected" }
  | {
      readonly _tag: "Ready"
      readonly request: PaymentRequest
      /** `amount` as typed, in the form of `applyNumericEdit`. `token` is the native currency at first. */
      readonly form: { readonly token: Token; readonly amount: string }
      /** True if a typed amount is zero, or more precise than the token. The request is then without it. */
      readonly invalid: boolean
      /** False if the chain has no links with an amount. */
      readonly takesAmount: boolean
      /** Newest first. */
      readonly arrivals: readonly Arrival[]
    }

/** Receiving a payment on the active account and network. */
export interface Receive {
  readonly state: SubscriptionRef.SubscriptionRef<ReceiveState>
  /** Requests an amount of this token. */
  readonly chooseToken: (token: Token) => Effect.Effect<void>
  /** `text` in the form of `applyNumericEdit`; empty: the payer chooses the amount. */
  readonly typeAmount: (text: string) => Effect.Effect<void>
  /**
   * One visit: reads the balances every 10 s while it runs, and adds what arrives to the state. The form and the arrivals
   * end with it.
   */
  readonly watch: Effect.Effect<never>
  /**
   * Returns a request, for a UI without a form. `token` is a symbol or a contract's address; by default the native
   * currency. Fails for an invalid amount, an unknown token, and on a chain without such links.
   */
  readonly request: (wanted: {
    /** A decimal number of whole tokens; `null` if the payer chooses it. */
    readonly amount: string | null
    readonly token: string | null
  }) => Effect.Effect<PaymentRequest, ReadProblem | AmbiguousToken | FundingError>
}
