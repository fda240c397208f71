import type {
  ChainTransaction,
  Fee,
  RequestWarning,
  ReviewedRequest,
  ServerTransactionReason,
} from "@wmodal/chains"
import type { Decimal } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { LedgerEntry, RequestedAction } from "../ledger/Ledger.ts"
import type { SubmitListener } from "../operation/makeSubmitter.ts"
import type { Acknowledged, OperationReview } from "../operation/Operation.ts"
import type { SendError } from "./Send.ts"

/** The server of a payment link, and what it says of itself. Texts are sanitized claims, in one line. */
export interface PaymentServer {
  /** With its port where it is no default one. */
  readonly host: string
  /** The name of the requester, at most 64 characters. */
  readonly label: string
  /** The purpose of this transaction, at most 200 characters; `null` if it says nothing. */
  readonly message: string | null
}

/**
 * The transaction that the server of a payment link made, ready for review and signature. It is valid only for the
 * account and network that it was made for. Source: Solana Pay, transaction requests.
 */
export interface ServerPaymentReview extends OperationReview<RequestWarning> {
  readonly server: PaymentServer
  readonly explained: ReviewedRequest
  /**
   * Fiat (USD) worth of what leaves the account, with the fee, for display and limits; `null` if it is unknown, or others
   * may take more later.
   */
  readonly fiat: Decimal | null
  /** Zero if another account pays it. */
  readonly fee: Fee
  readonly transaction: ChainTransaction
  /** What the ledger records: two requests of one link are the same. */
  readonly subject: RequestedAction
}

/** Why the transaction of a payment link's server is not signed. */
export type ServerProblem =
  /** No response in time, or none at all. */
  | { readonly _tag: "Unreachable" }
  /** A redirect, which is never followed: the next server was not named. */
  | { readonly _tag: "Redirected" }
  /** A response of more bytes than any transaction needs. */
  | { readonly _tag: "TooLarge" }
  /** An HTTP status other than 2xx. `text` is the server's own message, sanitized, or empty. */
  | { readonly _tag: "Refused"; readonly status: number; readonly text: string }
  /** A response that is not of the specification. */
  | { readonly _tag: "Unreadable" }
  /** A warning of the review was not confirmed. */
  | { readonly _tag: "Unconfirmed" }
  | ServerTransactionReason

/** Payments whose transaction is made by the server of a payment link. */
export interface ServerPayments {
  /**
   * Gives the account's address to the link's server, and returns the review of its transaction. Fails without contacting
   * a server that is neither one of `paymentHosts` nor `confirmedHost`, which the user has confirmed.
   */
  readonly prepare: (link: string, confirmedHost?: string) => Effect.Effect<ServerPaymentReview, SendError>
  /** Requests the transaction from the wallet, once. @returns the entry after the wallet's response: Sent, or Lost. */
  readonly submit: (
    review: ServerPaymentReview,
    passed: Acknowledged<ServerPaymentReview>,
    listener?: SubmitListener<SendError>,
  ) => Effect.Effect<LedgerEntry, SendError>
}
