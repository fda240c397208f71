import type {
  ChainTransaction,
  ConnectorError,
  Fee,
  RequestTooLong,
  RequestWarning,
  TransferSimulation,
} from "@wmodal/chains"
import type { Decimal, Namespace, SubscriptionRef } from "@wmodal/protocol"
import { Data, type Effect } from "effect"
import type { Holding } from "../holdings/Holdings.ts"
import type { LedgerEntry } from "../ledger/Ledger.ts"
import type {
  Acknowledged,
  AskingOperation,
  OperationRefusal,
  OperationReview,
  ReviewingOperation,
} from "../operation/Operation.ts"
import type { ReadProblem } from "../problems/ReadProblem.ts"
import type { Recipient, RecipientError, RecipientWarning } from "../recipients/Recipients.ts"
import type { ServerPaymentReview, ServerProblem } from "./ServerPayments.ts"

/** The warnings of a payment that need an explicit confirmation. */
export type PaymentWarning =
  | RecipientWarning
  /** In the simulation less than half of the amount reaches the recipient. `received` in base units; may be negative. */
  | { readonly _tag: "Undelivered"; readonly received: bigint }
  /** No node could simulate it: its effects are unchecked. */
  | { readonly _tag: "Untried" }
  /** Perhaps no key can spend what this recipient gets. Source: Solana, accounts of programs and of closed accounts. */
  | { readonly _tag: "Keyless" }

/** A payment, ready for review and signature. It is valid only for the account and network that it was made on. */
export interface SendReview extends OperationReview<PaymentWarning> {
  readonly holding: Holding
  /** Base units. */
  readonly amount: bigint
  /** Fiat (USD) worth of the amount, for display only. */
  readonly fiat: Decimal | null
  readonly to: Recipient
  /** The sender's spendable balance of the native currency, of which the fee is paid. Base units. */
  readonly native: bigint
  /** True if another account pays the fee. */
  readonly sponsored: boolean
  readonly fee: Fee
  /** Fiat (USD) worth of the expected fee, for display only. */
  readonly feeFiat: Decimal | null
  /** A payment that would fail is refused before its review. */
  readonly simulation: Exclude<TransferSimulation, { readonly _tag: "Reverts" }>
  readonly transaction: ChainTransaction
  /** True if the token's issuer may take it back, from the recipient too. Absent otherwise. */
  readonly isRecallable?: true
}

/** The same payment with a higher fee, ready for review and signature in place of the pending one. */
export interface FeeBump extends OperationReview<never> {
  readonly entry: LedgerEntry["id"]
  /** The fee of the pending payment. Base units of the native currency. */
  readonly before: bigint
  readonly fee: Fee
  /** Fiat (USD) worth of the expected fee, for display only. */
  readonly feeFiat: Decimal | null
  readonly transaction: ChainTransaction
}

/** The review of what is sent: a payment, or the transaction of a payment link's server. */
export type AnySendReview = SendReview | ServerPaymentReview

/** The confirmed stops, by tag. */
export type AcknowledgedWarnings = Acknowledged<SendReview>

/** The unit of the amount field. */
export type AmountUnit = "token" | "fiat"

/** The token and the amount that a payment link requests, each `null` where the payer chooses it. */
export interface LinkedPayment {
  readonly holding: Holding | null
  /** Base units of the holding's token. */
  readonly amount: bigint | null
}

/** The recipient as entered and resolved. */
export type RecipientState =
  | { readonly _tag: "Empty" }
  | { readonly _tag: "Resolving" }
  | {
      readonly _tag: "Resolved"
      readonly recipient: Recipient
      readonly stops: readonly RecipientWarning[] | null
      /** What the recipient's link requests; absent without a link. */
      readonly linked?: LinkedPayment
    }
  /** A payment link of an allowed server, which chooses the transaction once a review is requested. */
  | { readonly _tag: "Server"; readonly host: string }
  | { readonly _tag: "Failed"; readonly error: RecipientError }

/** The fee while the user types; `null` parts are not known yet. */
export type FeeState =
  | { readonly _tag: "None" }
  | { readonly _tag: "Estimating" }
  | {
      readonly _tag: "Estimated"
      readonly fee: Fee
      readonly fiat: Decimal | null
      /** What the chain lets the account spend, in base units, where a maximum is asked for: it may keep small coins. */
      readonly spendable?: bigint
    }
  | { readonly _tag: "Failed"; readonly error: SendError }

/** The user's input. No error discards it. */
export interface SendForm {
  /** `null` until holdings are known. */
  readonly holding: Holding | null
  /** As typed, in the form of `applyNumericEdit`. */
  readonly amount: string
  readonly unit: AmountUnit
  /** The amount is the whole balance, less the fee for the native currency. */
  readonly max: boolean
  /** As typed. */
  readonly recipient: string
}

/** The amount in both units, as far as it is known. */
export interface SendAmount {
  /** Base units; `null` while the text is not a valid amount. */
  readonly units: bigint | null
  /** Fiat (USD), for display only. */
  readonly fiat: Decimal | null
}

/** The state of the send flow. */
export type SendState =
  | {
      readonly _tag: "Editing"
      readonly form: SendForm
      readonly amount: SendAmount
      readonly recipient: RecipientState
      readonly fee: FeeState
      /** The problem of the current input; `null` also while something is still missing. */
      readonly error: SendError | null
      /** A review is in preparation: balances, fee and simulation are read. */
      readonly preparing: boolean
      /** Token, amount and recipient are present, and nothing prevents a review. */
      readonly ready: boolean
    }
  | (ReviewingOperation<AnySendReview, SendError> & { readonly form: SendForm })
  | (AskingOperation<AnySendReview> & { readonly form: SendForm; readonly entry: LedgerEntry["id"] })
  /** It was sent, or may have been: the ledger reports the rest. */
  | { readonly _tag: "Left"; readonly entry: LedgerEntry["id"] }

/** A payment in progress. A UI edits it; scripts use `prepare` and `submit`. */
export interface Send {
  readonly state: SubscriptionRef.SubscriptionRef<SendState>
  /** Starts over, with the given token selected, if any. */
  readonly begin: (holding?: Holding) => Effect.Effect<void>
  readonly chooseToken: (holding: Holding) => Effect.Effect<void>
  /** Sets the amount. An edit that is not a number is ignored. */
  readonly typeAmount: (text: string) => Effect.Effect<void>
  /** Switches the unit and keeps the value. No effect without a price. */
  readonly switchUnit: Effect.Effect<void>
  readonly useMax: Effect.Effect<void>
  /**
   * Resolves the recipient while the user types; a later edit replaces an earlier one. A payment link fills in token and
   * amount where none is entered; else they must be those of the link.
   */
  readonly typeRecipient: (text: string) => Effect.Effect<void>
  /** Editing → Reviewing, or Editing with the problem. From Reviewing: reads it again and keeps it until then. */
  readonly review: Effect.Effect<void>
  /**
   * Reviewing → Editing, with no wallet request. Asking → Editing: the user no longer waits, but the wallet still has
   * the request; a late approval is recorded and reported.
   */
  readonly back: Effect.Effect<void>
  /** Confirms one stop explicitly. */
  readonly acknowledge: (stop: (PaymentWarning | RequestWarning)["_tag"]) => Effect.Effect<void>
  /** Reviewing → Asking → Left, or Reviewing with the problem. Refused while a warning is not confirmed. */
  readonly confirm: Effect.Effect<void>

  /** Returns what a recipient's link requests. Fails where this network cannot pay it. */
  readonly readLink: (to: Recipient) => Effect.Effect<LinkedPayment, SendError>
  /**
   * Reads everything that a review shows. `amount` is in base units, or the whole balance. Token and amount must be
   * those of the recipient's link, if it has one.
   */
  readonly prepare: (payment: {
    readonly holding: Holding
    readonly amount: bigint | "max"
    readonly to: Recipient
  }) => Effect.Effect<SendReview, SendError>
  /** Requests the payment from the wallet, once. @returns the entry after the wallet's response: Sent, or Lost. */
  readonly submit: (review: SendReview, passed: AcknowledgedWarnings) => Effect.Effect<LedgerEntry, SendError>
  /** Requests the signed bytes from the wallet and broadcasts nothing. */
  readonly signOnly: (
    review: SendReview,
    passed: AcknowledgedWarnings,
  ) => Effect.Effect<{ readonly raw: string; readonly entry: LedgerEntry }, SendError>

  /** Returns whether a fee bump is possible: of the shown account's pending payment, if its chain supports it. */
  readonly canRaiseFee: (entry: LedgerEntry) => boolean
  /** Returns the cost of a fee bump. `NotRaised` if the payment is not pending, or the fee cannot rise any further. */
  readonly raiseFee: (entry: LedgerEntry["id"]) => Effect.Effect<FeeBump, SendError>
  /**
   * Requests the fee bump from the wallet, once. `onSlow` runs after 60 s without a response. @returns the same entry after the wallet's response: whichever of the
   * two is mined, it is this payment. `NotRaised` if it was mined meanwhile; after any failure the original stays
   * pending.
   */
  readonly submitRaise: (
    raise: FeeBump,
    onSlow?: Effect.Effect<void>,
  ) => Effect.Effect<LedgerEntry, SendError>
}

/** The reason why a payment cannot be reviewed or sent. */
export type SendReason =
  | OperationRefusal<PaymentWarning>
  /** 'Incorrect amount': not a number, zero, or finer than the token's decimals. */
  | { readonly _tag: "InvalidAmount" }
  /** 'Please enter a valid amount and receiver address': the same on Solana, also without a recipient. */
  | { readonly _tag: "Incomplete" }
  /** 'Insufficient balance': more than the balance, or the native currency is zero or not above the fee. */
  | { readonly _tag: "Insufficient"; readonly of: "token" | "gas" }
  /** The balance would suffice with small coins that may be inscribed, and are not spent. `amount` in base units. */
  | { readonly _tag: "Kept"; readonly amount: bigint }
  /** The chain reports that it would fail; `text` is the contract's own. */
  | { readonly _tag: "Reverts"; readonly text: string }
  /** In the simulation it takes more from the account than the amount, or another asset. */
  | { readonly _tag: "Suspicious" }
  /** The account holds inscribed UTXOs: a payment would spend them as ordinary ones, and as its fee. */
  | { readonly _tag: "Inscribed" }
  /** The fee is unchanged: the payment is no longer pending (`text` is empty), or the chain gives the reason. */
  | { readonly _tag: "NotRaised"; readonly text: string }
  | { readonly _tag: "Recipient"; readonly error: RecipientError }
  /** The server of a payment link, at `host`, gave no transaction that may be signed. */
  | { readonly _tag: "Server"; readonly host: string; readonly because: ServerProblem }
  /** The transaction of a payment link's server is too long to be reviewed. */
  | { readonly _tag: "TooLong"; readonly problem: RequestTooLong }
  /** The wallet failed and nothing was sent. Declined: 'Signature declined', else 'Something went wrong'. */
  | { readonly _tag: "Wallet"; readonly error: ConnectorError }
  /** Something could not be read; nothing was sent. */
  | { readonly _tag: "Problem"; readonly problem: ReadProblem }

/** A failed payment. Nothing was sent. */
export class SendError extends Data.TaggedError("SendError")<{
  readonly reason: SendReason
  /** The chain of the payment: some have messages of their own. */
  readonly chain?: Namespace
}> {}
