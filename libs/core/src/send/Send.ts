import type { ChainTransaction, ConnectorError, Fee, TransferSimulation } from "@wmodal/chains"
import type { CaipAddress, Decimal, Network } from "@wmodal/protocol"
import { Data, type Effect, type SubscriptionRef } from "effect"
import type { FlowProblem } from "../flows/FlowProblem.ts"
import type { Holding } from "../holdings/Holdings.ts"
import type { LedgerEntry } from "../ledger/Ledger.ts"
import type { Recipient, RecipientError, RecipientWarning } from "../recipients/Recipients.ts"

/** A payment, ready to be looked at and then signed. It is for the account and network that it was made on alone. */
export interface SendReview {
  readonly account: CaipAddress
  readonly network: Network
  readonly holding: Holding
  /** Base units. */
  readonly amount: bigint
  /** Fiat (USD) worth of the amount, for display only. */
  readonly fiat: Decimal | null
  readonly to: Recipient
  readonly fee: Fee
  /** Fiat (USD) worth of the expected fee, for display only. */
  readonly feeFiat: Decimal | null
  readonly simulation: TransferSimulation
  /** Each needs an explicit act before `submit`. */
  readonly stops: readonly RecipientWarning[]
  readonly transaction: ChainTransaction
}

/** The same payment with a higher fee, ready to be looked at and then signed in place of the one that waits. */
export interface FeeBump {
  readonly entry: LedgerEntry["id"]
  readonly account: CaipAddress
  readonly network: Network
  /** What the payment pays that waits. Base units of the network's own currency. */
  readonly before: bigint
  readonly fee: Fee
  /** Fiat (USD) worth of the expected fee, for display only. */
  readonly feeFiat: Decimal | null
  readonly transaction: ChainTransaction
}

/** Which stops a person has passed, by tag. */
export type AcknowledgedWarnings = readonly RecipientWarning["_tag"][]

/** What the amount field says. */
export type AmountUnit = "token" | "fiat"

export type RecipientState =
  | { readonly _tag: "Empty" }
  | { readonly _tag: "Resolving" }
  | {
      readonly _tag: "Resolved"
      readonly recipient: Recipient
      readonly stops: readonly RecipientWarning[] | null
    }
  | { readonly _tag: "Failed"; readonly error: RecipientError }

/** The fee as long as a person still types; `null` parts are not known yet. */
export type FeeState =
  | { readonly _tag: "None" }
  | { readonly _tag: "Estimating" }
  | { readonly _tag: "Estimated"; readonly fee: Fee; readonly fiat: Decimal | null }
  | { readonly _tag: "Failed"; readonly error: SendError }

/** What a person has typed and chosen. Nothing of it is ever lost by an error. */
export interface SendForm {
  /** `null` until holdings are known. */
  readonly holding: Holding | null
  /** As typed, in the form of `typeNumber`. */
  readonly amount: string
  readonly unit: AmountUnit
  /** The amount is everything there is, less the fee where it is the network's own currency. */
  readonly max: boolean
  /** As typed. */
  readonly recipient: string
}

/** The amount in both units, as far as it can be told. */
export interface SendAmount {
  /** Base units; `null` while it is no amount. */
  readonly units: bigint | null
  /** Fiat (USD), for display only. */
  readonly fiat: Decimal | null
}

export type SendState =
  | {
      readonly _tag: "Editing"
      readonly form: SendForm
      readonly amount: SendAmount
      readonly recipient: RecipientState
      readonly fee: FeeState
      /** What is wrong with what stands there now; `null` while something is still missing, too. */
      readonly error: SendError | null
      /** A review is being made: balances, fee and simulation are read. */
      readonly preparing: boolean
      /** Token, amount and recipient are there and nothing speaks against a review. */
      readonly ready: boolean
    }
  | {
      readonly _tag: "Reviewing"
      readonly form: SendForm
      readonly review: SendReview
      readonly passed: AcknowledgedWarnings
      /** Confirmed, and the wallet is about to be asked. */
      readonly confirming: boolean
      readonly error: SendError | null
    }
  /** The wallet has the question. `slow` after 60 s without an answer. */
  | {
      readonly _tag: "Asking"
      readonly form: SendForm
      readonly review: SendReview
      readonly entry: LedgerEntry["id"]
      readonly slow: boolean
    }
  /** It has left, or may have: the ledger tells the rest. */
  | { readonly _tag: "Left"; readonly entry: LedgerEntry["id"] }

/** One payment in the making. A face edits it; scripts use `prepare` and `submit`. */
export interface Send {
  readonly state: SubscriptionRef.SubscriptionRef<SendState>
  /** Begins anew, with this token chosen where one is given. */
  readonly begin: (holding?: Holding) => Effect.Effect<void>
  readonly chooseToken: (holding: Holding) => Effect.Effect<void>
  /** An edit that is no number is ignored. */
  readonly typeAmount: (text: string) => Effect.Effect<void>
  /** The amount stays the same money. Nothing without a price. */
  readonly switchUnit: Effect.Effect<void>
  readonly useMax: Effect.Effect<void>
  /** Resolves while a person types; a later edit wins. */
  readonly typeRecipient: (text: string) => Effect.Effect<void>
  /** Editing → Reviewing, or Editing with what is wrong. From Reviewing: all is read anew; what stood there stays until then. */
  readonly review: Effect.Effect<void>
  /**
   * Reviewing → Editing, and nothing was asked. Asking → Editing: the person no longer waits, but the wallet still has
   * the question; an approval that comes late is recorded and told.
   */
  readonly back: Effect.Effect<void>
  /** The explicit act that one stop asks for. */
  readonly acknowledge: (stop: RecipientWarning["_tag"]) => Effect.Effect<void>
  /** Reviewing → Asking → Left, or Reviewing with what went wrong. Refused while a stop is not passed. */
  readonly confirm: Effect.Effect<void>

  /** Reads everything that a review shows. `amount` is in base units, or everything there is. */
  readonly prepare: (payment: {
    readonly holding: Holding
    readonly amount: bigint | "max"
    readonly to: Recipient
  }) => Effect.Effect<SendReview, SendError>
  /** Asks the wallet, once. @returns the entry once the wallet has answered: Sent, or Lost. */
  readonly submit: (review: SendReview, passed: AcknowledgedWarnings) => Effect.Effect<LedgerEntry, SendError>
  /** Asks the wallet for the signed bytes and sends nothing. */
  readonly signOnly: (
    review: SendReview,
    passed: AcknowledgedWarnings,
  ) => Effect.Effect<{ readonly raw: string; readonly entry: LedgerEntry }, SendError>

  /** Whether it makes sense to offer that: a payment of the account shown that waits, on a chain where the fee can be raised here. */
  readonly canRaiseFee: (entry: LedgerEntry) => boolean
  /** What paying more for a payment that waits would cost. `NotRaised` where it waits no more, or no more can be paid. */
  readonly raiseFee: (entry: LedgerEntry["id"]) => Effect.Effect<FeeBump, SendError>
  /**
   * Asks the wallet, once. @returns the same entry once the wallet has answered: whichever of the two is mined, it is
   * this payment. `NotRaised` where it was mined meanwhile; after any failure the one that waits still does.
   */
  readonly submitRaise: (raise: FeeBump) => Effect.Effect<LedgerEntry, SendError>
}

export type SendReason =
  /** 'Incorrect amount': no number, zero, or finer than the token's decimals. */
  | { readonly _tag: "InvalidAmount" }
  /** 'Please enter a valid amount and receiver address': the same on Solana, and where nobody is chosen there. */
  | { readonly _tag: "Incomplete" }
  /** 'Insufficient balance': more than there is, or the network's currency is zero or not above the fee. */
  | { readonly _tag: "Insufficient"; readonly of: "token" | "gas" }
  /** The chain says that it would fail; `text` is the contract's own. */
  | { readonly _tag: "Reverts"; readonly text: string }
  /** Tried out, it takes more from the account than the amount, or something else. */
  | { readonly _tag: "Suspicious" }
  /** The account is for what is inscribed on coins: a payment would spend those as any other, and as its fee. */
  | { readonly _tag: "Inscribed" }
  /** A stop was not passed. */
  | { readonly _tag: "Stopped"; readonly stops: readonly RecipientWarning[] }
  /** The same payment may be on its way: look for it first. */
  | { readonly _tag: "Duplicate"; readonly entry: LedgerEntry["id"] }
  /** The account or the network has changed since the review. */
  | { readonly _tag: "Changed" }
  /** The fee of a payment that waits stays as it is: it waits no more (`text` is empty), or the chain says why. */
  | { readonly _tag: "NotRaised"; readonly text: string }
  | { readonly _tag: "Recipient"; readonly error: RecipientError }
  /** The wallet did not do it; nothing has left. Declined: 'Signature declined', else 'Something went wrong'. */
  | { readonly _tag: "Wallet"; readonly error: ConnectorError }
  /** Something could not be read; nothing has left. */
  | { readonly _tag: "Problem"; readonly problem: FlowProblem }

/** A payment that did not go ahead. Nothing was sent. */
export class SendError extends Data.TaggedError("SendError")<{
  readonly reason: SendReason
  /** Where the words depend on it. */
  readonly chain?: "solana"
}> {}
