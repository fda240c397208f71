import { Data } from "effect"

/** The reason why a session of an earlier visit was not restored. Each has its own text and next action. */
export type RestoreReason =
  /** The extension was removed: install it again, or choose another wallet. */
  | { readonly _tag: "WalletRemoved" }
  /** The wallet shares no account: unlock it and connect. */
  | { readonly _tag: "WalletLocked" }
  /** A remote wallet has ended the session, or it has expired: connect again. */
  | { readonly _tag: "SessionEnded" }
  /** The stored network is no longer configured. */
  | { readonly _tag: "NetworkGone"; readonly network: string }
  /** The wallet did not respond within 10 s. */
  | { readonly _tag: "NoAnswer" }
  | { readonly _tag: "Failed"; readonly detail: string }

/** The error of a stored session that could not be restored. */
export class RestoreError extends Data.TaggedError("RestoreError")<{
  readonly connectorId: string
  readonly walletName: string
  readonly reason: RestoreReason
}> {}
