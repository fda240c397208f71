import type { ChainTransaction, SendCheckpoint, TransactionStatus } from "@wmodal/chains"
import type { CaipAddress, CaipNetworkId, SubscriptionRef } from "@wmodal/protocol"
import type { Effect, Stream } from "effect"
import type { Token } from "../networks/Token.ts"
import type { ReadProblem } from "../problems/ReadProblem.ts"

/** The requested action, in the engine's own terms. */
export type RequestedAction =
  | {
      readonly _tag: "Transfer"
      readonly token: Token
      /** Base units. */
      readonly amount: bigint
      /** Plain, checksummed. */
      readonly to: string
      readonly toName: string | null
    }
  /** Allows `spender` to transfer exactly this amount. */
  | {
      readonly _tag: "Approval"
      readonly token: Token
      /** Base units. */
      readonly amount: bigint
      /** Plain, checksummed. */
      readonly spender: string
    }
  | {
      readonly _tag: "Swap"
      readonly source: Token
      readonly destination: Token
      /** Base units of the source. */
      readonly amount: bigint
      /** Base units of the destination: the minimum amount received. */
      readonly minimum: bigint
      /** Plain, checksummed. */
      readonly router: string
    }
  /** A request of the dApp. `intent`: description, `null` if unknown; `digest`: digest of its calldata. */
  | {
      readonly _tag: "Call"
      readonly intent: string | null
      /** Plain; `null` for a contract creation or several contracts. */
      readonly contract: string | null
      readonly digest: string
    }
  /** A signed transaction that was created outside the engine. */
  | { readonly _tag: "Raw" }
  /** `digest`: SHA-256 of the text, 0x-hex. The text itself is not kept. */
  | { readonly _tag: "Message"; readonly digest: string }
  | { readonly _tag: "TypedData"; readonly digest: string }
  /** The signature that registers a name, such as `vera.reown.id`. */
  | { readonly _tag: "NameClaim"; readonly name: string }

/** The progress of an entry. */
export type EntryState =
  /** The wallet has the request and has not responded. */
  | { readonly _tag: "Asked" }
  | { readonly _tag: "Declined" }
  /** Nothing was sent. `text` is the wallet's message, stripped of control characters. */
  | { readonly _tag: "NotSent"; readonly text: string }
  /** Signed, but not broadcast by this engine. */
  | { readonly _tag: "Signed" }
  /** It may have been sent: the response was lost. Only a lookup is safe. */
  | { readonly _tag: "Lost" }
  /**
   * The wallet accepted a batch and has not named a transaction yet. `batch`: the id from the wallet, for status
   * requests.
   */
  | { readonly _tag: "Taken"; readonly batch: string }
  /** Broadcast and pending. */
  | { readonly _tag: "Sent"; readonly hash: string }
  | {
      readonly _tag: "Confirmed"
      readonly hash: string
      readonly at: number | null
      readonly fee: bigint | null
    }
  | {
      readonly _tag: "Reverted"
      readonly hash: string
      readonly at: number | null
      readonly fee: bigint | null
    }
  /** `hash` is the requested transaction, `null` if the wallet never reported one. */
  | { readonly _tag: "Replaced"; readonly hash: string | null; readonly by: string }
  | { readonly _tag: "Cancelled"; readonly hash: string | null; readonly by: string }
  /** It was not mined in time and can never be mined: nothing has moved. `null` if the wallet never reported a hash. */
  | { readonly _tag: "Expired"; readonly hash: string | null }
  /** No node has had it for a while. Lookups continue, because it may reappear. */
  | { readonly _tag: "Dropped"; readonly hash: string }

/** A wallet request, recorded before it is sent. */
export interface LedgerEntry {
  readonly id: string
  /** UTC milliseconds. */
  readonly at: number
  readonly account: CaipAddress
  readonly network: CaipNetworkId
  readonly connectorId: string
  readonly subject: RequestedAction
  /** The transaction that the wallet was requested to send; `null` for signatures. */
  readonly transaction: ChainTransaction | null
  readonly mark: SendCheckpoint | null
  /** The id of the requested batch, for status requests to the wallet. Absent for one transaction. */
  readonly batch?: string
  readonly state: EntryState
  /** True if this engine awaits the wallet's response: not another tab, and not a closed page. */
  readonly mine: boolean
}

/** Returns whether the state is final. */
export const isSettled = ({ _tag }: EntryState): boolean => {
  switch (_tag) {
    case "Asked":
    case "Lost":
    case "Taken":
    case "Sent":
    case "Dropped":
      return false
    case "Declined":
    case "NotSent":
    case "Signed":
    case "Confirmed":
    case "Reverted":
    case "Replaced":
    case "Cancelled":
    case "Expired":
      return true
  }
}

/** Returns whether the wallet is known to have fulfilled the request: only then is something pending or done. */
export const wasSubmitted = ({ _tag }: EntryState): boolean =>
  _tag !== "Asked" && _tag !== "Declined" && _tag !== "NotSent" && _tag !== "Lost"

/** Every wallet request of this origin, in all its tabs. It outlives reload and disconnect. */
export interface Ledger {
  /** Newest first. */
  readonly entries: SubscriptionRef.SubscriptionRef<readonly LedgerEntry[]>
  /** Emits an entry and each of its changes; ends when it is settled. Empty if there is no such entry. */
  readonly follow: (id: string) => Stream.Stream<LedgerEntry>
  /**
   * Looks the entry up now: on the chain, or for a batch without a hash at the wallet that accepted it, which has to be
   * connected. Bytes that this engine has recorded are broadcast again before, which is safe. This is the one action to
   * offer for Lost and Dropped entries.
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
