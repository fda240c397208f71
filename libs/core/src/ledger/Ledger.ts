import type { ChainTransaction, SendCheckpoint, TransactionStatus } from "@wmodal/chains"
import type { CaipAddress, CaipNetworkId } from "@wmodal/protocol"
import type { Effect, Stream, SubscriptionRef } from "effect"
import type { FlowProblem } from "../flows/FlowProblem.ts"
import type { Token } from "../holdings/Holdings.ts"

/** What was asked for, in the engine's own terms. */
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
  /** Lets `spender` take exactly this much. */
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
      /** Base units of the destination: the least that may arrive. */
      readonly minimum: bigint
      /** Plain, checksummed. */
      readonly router: string
    }
  /** Something that the page asked the wallet to send. `intent` in words, `null` where it is unknown; `digest` of its calldata. */
  | {
      readonly _tag: "Call"
      readonly intent: string | null
      /** Plain; `null` where a contract is made, or there are several. */
      readonly contract: string | null
      readonly digest: string
    }
  /** A signed transaction that somebody else made. */
  | { readonly _tag: "Raw" }
  /** `digest`: SHA-256 of the text, 0x-hex. The text itself is not kept. */
  | { readonly _tag: "Message"; readonly digest: string }
  | { readonly _tag: "TypedData"; readonly digest: string }

/** How far it has come. */
export type EntryState =
  /** The wallet has the question and has not answered. */
  | { readonly _tag: "Asked" }
  | { readonly _tag: "Declined" }
  /** Nothing has left. `text` is the wallet's, stripped. */
  | { readonly _tag: "NotSent"; readonly text: string }
  /** Signed, and by our hand not sent. */
  | { readonly _tag: "Signed" }
  /** It may have left: the answer was lost. Only looking for it is safe. */
  | { readonly _tag: "Lost" }
  /** The wallet has a batch, and has named no transaction yet. `batch`: the id that the wallet gave, to ask it by. */
  | { readonly _tag: "Taken"; readonly batch: string }
  /** On its way. */
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
  /** `hash` is what was asked for, `null` where the wallet never told. */
  | { readonly _tag: "Replaced"; readonly hash: string | null; readonly by: string }
  | { readonly _tag: "Cancelled"; readonly hash: string | null; readonly by: string }
  /** It was not mined in time and can never be: nothing has moved. `null` where the wallet never told a hash. */
  | { readonly _tag: "Expired"; readonly hash: string | null }
  /** No node has had it for a while. It is still looked for, since it may come back. */
  | { readonly _tag: "Dropped"; readonly hash: string }

/** One request that was recorded before it left. */
export interface LedgerEntry {
  readonly id: string
  /** UTC milliseconds. */
  readonly at: number
  readonly account: CaipAddress
  readonly network: CaipNetworkId
  readonly connectorId: string
  readonly subject: RequestedAction
  /** What the wallet was asked to send; `null` for signatures. */
  readonly transaction: ChainTransaction | null
  readonly mark: SendCheckpoint | null
  /** The id of the batch that the wallet was asked for, by which the wallet can be asked about it. Absent for one transaction. */
  readonly batch?: string
  readonly state: EntryState
  /** This engine waits for the wallet's answer: not another tab, and not a page that is gone. */
  readonly mine: boolean
}

/** Whether nothing more can happen to it. */
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

/** Whether the wallet has done what it was asked, as far as is known: only then is there something on its way, or done. */
export const wasSubmitted = ({ _tag }: EntryState): boolean =>
  _tag !== "Asked" && _tag !== "Declined" && _tag !== "NotSent" && _tag !== "Lost"

/** Everything that was ever asked of a wallet by this page, in every tab of it. It outlives reload and disconnect. */
export interface Ledger {
  /** Newest first. */
  readonly entries: SubscriptionRef.SubscriptionRef<readonly LedgerEntry[]>
  /** One entry and each change of it; ends when it is settled. Nothing where there is no such entry. */
  readonly follow: (id: string) => Stream.Stream<LedgerEntry>
  /**
   * Looks for it now: on the chain, or for a batch without a hash by asking the wallet that took it, which has to be
   * connected. The one thing to offer for what is Lost or Dropped.
   */
  readonly checkAgain: (id: string) => Effect.Effect<void, FlowProblem>
  /** Unsettled, and it would move the same amount of the same token from the same account to the same address. */
  readonly findDuplicate: (payment: {
    readonly account: CaipAddress
    readonly token: string | null
    readonly amount: bigint
    readonly to: string
  }) => LedgerEntry | null
  /**
   * Where a transaction of any origin stands: now, and at each change, until `confirmations` blocks stand on it or
   * it is replaced. Nothing of it is recorded.
   */
  readonly watch: (request: {
    readonly network: CaipNetworkId
    readonly hash: string
    readonly confirmations: number
  }) => Stream.Stream<TransactionStatus, FlowProblem>
  /** Sends signed bytes and records them. As often as one likes. @returns its entry. */
  readonly broadcast: (request: {
    readonly network: CaipNetworkId
    readonly raw: string
  }) => Effect.Effect<LedgerEntry, FlowProblem>
}
