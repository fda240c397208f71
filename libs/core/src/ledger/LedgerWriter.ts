import type { AwaitingBroadcast, ConnectorError, SendOutcome, TransferRejected } from "@wmodal/chains"
import type { BroadcastError } from "@wmodal/protocol"
import { Data, type Effect } from "effect"
import type { EngineError } from "../problems/EngineError.ts"
import type { Ledger, LedgerEntry } from "./Ledger.ts"

/** The data of a wallet request before it is recorded. */
export type EntryDraft = Pick<
  LedgerEntry,
  "account" | "network" | "connectorId" | "subject" | "transaction" | "mark" | "batch"
>

/** The same operation is unsettled. */
export class DuplicateEntry extends Data.TaggedError("DuplicateEntry")<{
  readonly entry: LedgerEntry["id"]
}> {}

/** The wallet's response, and the entry after it. */
export interface SubmissionResult {
  readonly entry: LedgerEntry
  readonly outcome: SendOutcome
  /** Why a transaction that the wallet only signed was not broadcast; absent if the wallet itself responded. */
  readonly unsent?: TransferRejected | BroadcastError | EngineError
}

/** The ledger as the flows need it, which record each wallet request before they send it. */
export interface LedgerWriter extends Ledger {
  /**
   * Records the request as `Asked`, in storage, before it returns: only then may the wallet receive it. Fails with
   * `DuplicateEntry` if the same payment, swap or approval is unsettled in any tab. A signature, or a request of the dApp,
   * may be repeated.
   */
  readonly record: (draft: EntryDraft) => Effect.Effect<LedgerEntry, DuplicateEntry>
  /**
   * Runs the request in the engine's own scope, so that a late response is recorded even if the caller is interrupted.
   * A transaction that the wallet only signed is recorded by its hash and broadcast here.
   */
  readonly send: (
    id: string,
    question: Effect.Effect<SendOutcome | AwaitingBroadcast>,
  ) => Effect.Effect<SubmissionResult>
  /** Returns whether the entry is recorded as sent while its broadcast is still running here. */
  readonly isLeaving: (id: string) => boolean
  /**
   * Requests another transaction in place of a pending entry. The replacement is tracked as the same entry, whichever
   * of the two is mined; if nothing was sent, the entry is unchanged.
   */
  readonly replace: (
    id: string,
    question: Effect.Effect<SendOutcome | AwaitingBroadcast>,
  ) => Effect.Effect<SubmissionResult>
  /**
   * Sends the draft's `batch` like `send`, once; later status requests use the id from the wallet. Fails if nothing was
   * sent. @returns the entry after the wallet's response: Taken, or Lost.
   */
  readonly sendBatch: (
    id: string,
    question: Effect.Effect<string, ConnectorError>,
  ) => Effect.Effect<LedgerEntry, ConnectorError>
  /** Runs a request that broadcasts nothing: a signature, or signed bytes. */
  readonly sign: <A>(
    id: string,
    question: Effect.Effect<A, ConnectorError | EngineError>,
  ) => Effect.Effect<A, ConnectorError | EngineError>
}
