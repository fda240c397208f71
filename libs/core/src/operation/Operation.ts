import type {
  AwaitingBroadcast,
  ChainTransaction,
  Connector,
  ConnectorError,
  SendOutcome,
} from "@wmodal/chains"
import type { CaipAddress, Network } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { LedgerEntry, RequestedAction } from "../ledger/Ledger.ts"
import type { ReadProblem } from "../problems/ReadProblem.ts"
import type { LoadedChain } from "../services/loadChain.ts"

/** A warning that needs an explicit confirmation, known by its tag. */
interface OperationWarning {
  readonly _tag: string
}

/** The part that the reviews of all kinds share. A review is valid only for its account and network. */
export interface OperationReview<Warning extends OperationWarning = OperationWarning> {
  readonly account: CaipAddress
  readonly network: Network
  /** Each needs an explicit confirmation before the request. */
  readonly stops: readonly Warning[]
}

/** The confirmed warnings of a review, by tag. */
export type Acknowledged<Review extends OperationReview> = readonly Review["stops"][number]["_tag"][]

/** A review is shown. */
export interface ReviewingOperation<Review extends OperationReview, E> {
  readonly _tag: "Reviewing"
  readonly review: Review
  readonly passed: Acknowledged<Review>
  /** Confirmed, immediately before the wallet request. */
  readonly confirming: boolean
  readonly error: E | null
}

/** The wallet has the request. `slow` after 60 s without a response. */
export interface AskingOperation<Review extends OperationReview> {
  readonly _tag: "Asking"
  readonly review: Review
  readonly slow: boolean
}

/** The reason why an operation of any kind is not requested. */
export type OperationRefusal<Warning extends OperationWarning> =
  /** A warning was not confirmed. */
  | { readonly _tag: "Stopped"; readonly stops: readonly Warning[] }
  /** The same operation may be pending: look it up first. */
  | { readonly _tag: "Duplicate"; readonly entry: LedgerEntry["id"] }
  /** The account or the network has changed since the review. */
  | { readonly _tag: "Changed" }

/** The request for the wallet. `ask` makes it, once. */
export type OperationRequest =
  | {
      readonly _tag: "Transaction"
      readonly transaction: ChainTransaction | null
      readonly ask: (connector: Connector) => Effect.Effect<AwaitingBroadcast | SendOutcome>
      /** Returns the signed bytes, for `signOnly`. Nothing is broadcast. */
      readonly sign?: (connector: Connector) => Effect.Effect<string, ConnectorError>
    }
  /** Several calls at once. `id` identifies them for status requests; `ask` returns the wallet's own id. */
  | {
      readonly _tag: "Batch"
      readonly id: string
      readonly ask: (connector: Connector) => Effect.Effect<string, ConnectorError>
    }
  /** A signature, or anything else that broadcasts nothing. */
  | {
      readonly _tag: "Signature"
      readonly ask: (connector: Connector) => Effect.Effect<string, ConnectorError>
    }

/** A request in place of a pending entry, which stays the same entry. Its request is a transaction. */
interface Replacement {
  readonly _tag: "Replacement"
  readonly entry: LedgerEntry["id"]
}

/** The progress of a request. */
export type OperationProgress<E> =
  /** It is recorded, and the wallet receives it right after. */
  | { readonly _tag: "Requested"; readonly entry: LedgerEntry }
  /** The wallet has not responded for 60 s. */
  | { readonly _tag: "Slow"; readonly entry: LedgerEntry }
  /** It was sent, or may have been. */
  | { readonly _tag: "Answered"; readonly entry: LedgerEntry }
  /** Nothing was sent. */
  | { readonly _tag: "Unsent"; readonly entry: LedgerEntry; readonly error: E }

/** The properties of one kind of operation. The submitter does everything else, once for all kinds. */
export interface OperationKind<Review extends OperationReview, E> {
  /**
   * Returns what the ledger records, or the entry that the request replaces. Two unsettled operations with the same
   * subject are duplicates.
   */
  readonly toSubject: (review: Review) => RequestedAction | Replacement
  readonly toRequest: (review: Review) => OperationRequest
  readonly refuse: (reason: OperationRefusal<Review["stops"][number]>, review: Review) => E
  /** Returns the error of a failed read, or of a request of which nothing was sent. */
  readonly toError: (problem: ReadProblem, review: Review) => E
  /** Returns whether the review still matches the account, the network and the wallet. */
  readonly isCurrent: (review: Review) => boolean
  /** Returns the reason why the review is no longer valid; `now` in UTC milliseconds. */
  readonly findExpiry?: (review: Review, now: number) => E | null
  /** A failed read of the checkpoint does not prevent the request. */
  readonly isCheckpointOptional?: boolean
  /** Compares the review with the chain once more, before the checkpoint is taken. @returns what forbids it */
  readonly findChange?: (
    review: Review,
    chain: LoadedChain,
    from: string,
  ) => Effect.Effect<E | null, ReadProblem>
  readonly onProgress?: (review: Review, progress: OperationProgress<E>) => Effect.Effect<void>
}
