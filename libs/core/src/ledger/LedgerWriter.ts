import type { AwaitingBroadcast, ConnectorError, SendOutcome, TransferRejected } from "@wmodal/chains"
import type { BroadcastError } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { EngineError } from "../problems/EngineError.ts"
import type { SendError } from "../send/Send.ts"
import type { Ledger, LedgerEntry } from "./Ledger.ts"

/** What a wallet is about to be asked for. */
export type EntryDraft = Pick<
  LedgerEntry,
  "account" | "network" | "connectorId" | "subject" | "transaction" | "mark" | "batch"
>

/** What a wallet answered, and the entry after it. */
export interface SubmissionResult {
  readonly entry: LedgerEntry
  readonly outcome: SendOutcome
  /** Why what a wallet had signed and left to be sent has not left; absent where the wallet itself has an answer. */
  readonly unsent?: TransferRejected | BroadcastError | EngineError
}

/** What the flows need of the ledger, beside what a face sees. Who asks a wallet records it first. */
export interface LedgerWriter extends Ledger {
  /**
   * Written down, as `Asked`, and in storage before it returns: only then may the wallet be asked.
   * Fails with `Duplicate` where the same payment, swap or approval is unsettled, whichever tab asked for it.
   */
  readonly record: (draft: EntryDraft) => Effect.Effect<LedgerEntry, SendError>
  /** The same for what may be asked for twice: a signature, or what a page asks for. */
  readonly note: (draft: EntryDraft) => Effect.Effect<LedgerEntry>
  /**
   * Runs the question in the engine's own scope, so that an answer is recorded however late it comes.
   * Whoever waits may be interrupted: the question goes on. What the wallet leaves to be sent is recorded by its hash
   * and broadcast here.
   */
  readonly send: (
    id: string,
    question: Effect.Effect<SendOutcome | AwaitingBroadcast>,
  ) => Effect.Effect<SubmissionResult>
  /** Recorded as sent, and being sent here just now: that it has left is not said yet. */
  readonly isLeaving: (id: string) => boolean
  /**
   * For an entry that waits on its chain: asks for another transaction in its place. What leaves is followed as the same
   * entry, whichever of the two is mined; where nothing has left, the entry is as it was.
   */
  readonly replace: (
    id: string,
    question: Effect.Effect<SendOutcome | AwaitingBroadcast>,
  ) => Effect.Effect<SubmissionResult>
  /**
   * The same as `send` for the `batch` that the draft has named. Asks once; the id that comes is asked about from then on.
   * Fails where nothing has left. @returns the entry once the wallet has answered: Taken, or Lost.
   */
  readonly sendBatch: (
    id: string,
    question: Effect.Effect<string, ConnectorError>,
  ) => Effect.Effect<LedgerEntry, ConnectorError>
  /** The same as `send` for a question after which nothing leaves: a signature, or signed bytes. */
  readonly sign: <A>(
    id: string,
    question: Effect.Effect<A, ConnectorError | EngineError>,
  ) => Effect.Effect<A, ConnectorError | EngineError>
}
