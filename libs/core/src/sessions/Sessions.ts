import type { StoredSession } from "@wmodal/chains"
import type { SubscriptionRef } from "@wmodal/protocol"
import { Data, type Effect } from "effect"
import type { AskingOperation, OperationReview } from "../operation/Operation.ts"
import type { ReadProblem } from "../problems/ReadProblem.ts"

/** What a session may spend, with its currency. */
export type SpendingAllowance =
  | {
      readonly _tag: "Spend"
      /** Checksummed; `null` for the native currency. */
      readonly token: string | null
      /** Sanitized; the address of a token that does not describe itself. */
      readonly symbol: string
      /** `null` for a token that does not describe itself: its amounts are units. */
      readonly decimals: number | null
      /** Base units; `null` without a limit. */
      readonly limit: bigint | null
      /** Base units that the account's contract still allows; `null` if it does not say. */
      readonly left: bigint | null
    }
  /** What it allows is not known. Both texts are sanitized. */
  | { readonly _tag: "Unknown"; readonly type: string; readonly data: string }

/** What an app may spend without asking, by one key. */
export interface SpendingSession {
  /** The service's id. */
  readonly id: string
  /** Sanitized and bounded; the app's own word. */
  readonly app: string
  /** The host of the app's page, such as `app.example`; `null` if the service has none. */
  readonly host: string | null
  /** Checksummed address of the key that spends; `null` if it is not known. */
  readonly key: string | null
  /** UTC milliseconds. */
  readonly createdAt: number
  /** UTC milliseconds; `null`: it has no end. */
  readonly expiresAt: number | null
  readonly status: "active" | "expired" | "ended"
  /** True if the account's contract says all this; otherwise only the service does. */
  readonly isOnChain: boolean
  readonly allowances: readonly SpendingAllowance[]
  /** What the wallet needs to end it. */
  readonly stored: StoredSession
}

/** The end of a session, for the account that granted it. */
export interface SessionRevocation extends OperationReview<never> {
  readonly session: SpendingSession
}

/** The reason why sessions cannot be listed, or one cannot be ended. */
export type SessionReason =
  /** No account is connected, its chain has no sessions, or the service does not serve its network. */
  | { readonly _tag: "Unsupported" }
  /** The account has no session of that id. */
  | { readonly _tag: "NotFound" }
  /** It has expired, or was ended before. */
  | { readonly _tag: "Over" }
  /** The account or the network has changed. */
  | { readonly _tag: "Changed" }
  /** The wallet has approved, and the account's contract still accepts the session. */
  | { readonly _tag: "StillActive" }
  /** The server, the node or the wallet failed. */
  | { readonly _tag: "Failed"; readonly problem: ReadProblem }

/** Sessions cannot be listed, or one cannot be ended. */
export class SessionError extends Data.TaggedError("SessionError")<{
  readonly during: "list" | "revoke"
  readonly reason: SessionReason
}> {}

/** The sessions of the shown account. */
export type SessionsState =
  | { readonly _tag: "Loading" }
  /** Active ones first, then the newest. */
  | { readonly _tag: "Loaded"; readonly sessions: readonly SpendingSession[] }
  | { readonly _tag: "Failed"; readonly error: SessionError }

/** The end of a session, step by step. */
export type RevocationState =
  /** `error`: the reason why the last session was not ended. */
  | { readonly _tag: "Idle"; readonly error: SessionError | null }
  | AskingOperation<SessionRevocation>
  /** The wallet has approved; the service is told, and the chain is asked. */
  | { readonly _tag: "Ending"; readonly review: SessionRevocation }
  | { readonly _tag: "Revoked"; readonly session: SpendingSession }

/** What apps may spend of the shown account without asking, and how that ends. */
export interface Sessions {
  readonly state: SubscriptionRef.SubscriptionRef<SessionsState>
  readonly revocation: SubscriptionRef.SubscriptionRef<RevocationState>
  /** Reads the sessions of the shown account again. A loaded list stays until then. */
  readonly load: Effect.Effect<void>
  /** Has the wallet end a shown session: Idle → Asking → Ending → Revoked, or Idle with the error. */
  readonly end: (id: SpendingSession["id"]) => Effect.Effect<void>
  /** Stops waiting for the wallet. */
  readonly back: Effect.Effect<void>
  /** Returns the sessions of the shown account, each with what its contract still allows. */
  readonly list: Effect.Effect<readonly SpendingSession[], SessionError>
  /** Returns the review of ending a session. The wallet receives nothing. */
  readonly prepare: (id: SpendingSession["id"]) => Effect.Effect<SessionRevocation, SessionError>
  /**
   * Has the wallet end a session, tells the service, and asks the account's contract whether it is over. Each is done
   * once. `onApproved` runs after the wallet.
   */
  readonly revoke: (
    review: SessionRevocation,
    onApproved?: Effect.Effect<void>,
  ) => Effect.Effect<void, SessionError>
}
