import type { ChainTransaction, Fee } from "@wmodal/chains"
import type { Decimal } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { LedgerEntry } from "../ledger/Ledger.ts"
import type { Token } from "../networks/Token.ts"
import type { OperationReview } from "../operation/Operation.ts"
import type { SendError } from "../send/Send.ts"

/** The review of a revocation: an approval of zero for the spender of an earlier approval. */
export interface Revocation extends OperationReview<never> {
  readonly token: Token
  /** Plain, checksummed. */
  readonly spender: string
  readonly fee: Fee
  /** Fiat (USD) of the expected fee, for display only. */
  readonly feeFiat: Decimal | null
  readonly transaction: ChainTransaction
}

/** Takes approvals back that were made here, such as that of a swap that stopped after it. */
export interface Approvals {
  /** Returns whether an entry is a mined approval of the shown account that has not been replaced by a later one here. */
  readonly canRevoke: (entry: LedgerEntry) => boolean
  /** Returns the review of taking an approval back. Fails with `Changed` if there is nothing to take back. */
  readonly prepareRevocation: (id: LedgerEntry["id"]) => Effect.Effect<Revocation, SendError>
  /** Requests the revocation from the wallet, once. `onSlow` runs after 60 s without a response. @returns its own entry. */
  readonly revoke: (review: Revocation, onSlow?: Effect.Effect<void>) => Effect.Effect<LedgerEntry, SendError>
}
