import type { TransactionStatus } from "@wmodal/chains"
import type { CaipNetworkId, SubscriptionRef } from "@wmodal/protocol"
import type { Effect, Stream } from "effect"
import type { ReadProblem } from "../problems/ReadProblem.ts"
import type { EntryState, StoredEntry } from "./StoredEntry.ts"

export type { EntryState, RequestedAction } from "./StoredEntry.ts"

/** A wallet request, recorded before it is sent. */
export interface LedgerEntry extends Omit<StoredEntry, "turn" | "sharpened" | "told" | "raw"> {
  /** True if this engine awaits the wallet's response: not another tab, and not a closed page. */
  readonly mine: boolean
}

/** Returns whether the state is final. */
export const isSettled = ({ _tag }: EntryState): boolean => {
  switch (_tag) {
    case "Asked":
    case "Lost":
    case "Taken":
    case "Unanswered":
    case "Sent":
    case "Dropped":
      return false
    case "Declined":
    case "NotSent":
    case "Signed":
    case "Confirmed":
    case "Reverted":
    case "Mined":
    case "PartlyReverted":
    case "Replaced":
    case "Cancelled":
    case "Expired":
      return true
  }
}

/** Returns whether the request is known to be pending or done: the wallet has fulfilled it, and a node has accepted it. */
export const wasSubmitted = ({ _tag }: EntryState): boolean =>
  _tag !== "Asked" && _tag !== "Declined" && _tag !== "NotSent" && _tag !== "Lost" && _tag !== "Unanswered"

/** Every wallet request of this origin, in all its tabs. It outlives reload and disconnect. */
export interface Ledger {
  /** Newest first. */
  readonly entries: SubscriptionRef.SubscriptionRef<readonly LedgerEntry[]>
  /** Emits an entry and each of its changes; ends when it is settled. Empty if there is no such entry. */
  readonly follow: (id: string) => Stream.Stream<LedgerEntry>
  /**
   * Looks the entry up now: on the chain, and for a batch at the wallet that accepted it, which has to be connected.
   * Bytes that this engine has recorded are broadcast again if no node has them, which is safe. This is the one action to
   * offer for Lost, Unanswered, Dropped and Mined entries.
   */
  readonly checkAgain: (id: string) => Effect.Effect<void, ReadProblem>
  /**
   * Gives up an unsettled entry: it counts as not sent, and the same payment is no longer refused as a duplicate. The
   * transaction may still be mined, so the user has to agree to that. Nothing happens to a settled entry.
   */
  readonly forget: (id: string) => Effect.Effect<void>
  /** Returns an unsettled payment, approval or swap that does the same from the same account. */
  readonly findDuplicate: (action: Pick<LedgerEntry, "account" | "subject">) => LedgerEntry | null
  /**
   * Emits the status of a transaction of any origin: now, and at each change, until `confirmations` blocks are on top
   * of it or it is replaced. It records nothing.
   */
  readonly watch: (request: {
    readonly network: CaipNetworkId
    readonly hash: string
    readonly confirmations: number
  }) => Stream.Stream<TransactionStatus, ReadProblem>
  /** Broadcasts signed bytes and records them. It may be repeated. @returns its entry. */
  readonly broadcast: (request: {
    readonly network: CaipNetworkId
    readonly raw: string
  }) => Effect.Effect<LedgerEntry, ReadProblem>
}
