import type { CaipNetworkId } from "@wmodal/protocol"
import { Data } from "effect"
import type { RemoteKind } from "../session/remoteSessions.ts"

/** The reason for a failure of the CLI itself, outside of the engine. */
export type CliReason =
  /** The command line is invalid or incomplete. `hint` names the flag. */
  | { readonly _tag: "Usage"; readonly message: string; readonly hint: string | null }
  /** A setting, a file or a folder on this machine is invalid. */
  | { readonly _tag: "Config"; readonly message: string; readonly hint: string | null }
  /** No wallet is connected. With `network`: none for its chain. */
  | { readonly _tag: "NotConnected"; readonly network: CaipNetworkId | null }
  /** The phone or the secure site ended the session. `wallet` is the wallet's own name. */
  | { readonly _tag: "SessionEnded"; readonly wallet: string; readonly by: RemoteKind }
  /** The WalletConnect relay is unreachable. `host` is its host. */
  | { readonly _tag: "NoRelay"; readonly host: string }
  /** The secure site is unreachable. `host` is its host. */
  | { readonly _tag: "NoSite"; readonly host: string }
  /** The source contained no code. `from` is a file or stdin. */
  | { readonly _tag: "NoCode"; readonly from: string }
  /** Another command has a pending request to the phone or the secure site, which allow one at a time. */
  | { readonly _tag: "Busy"; readonly by: RemoteKind }
  /** A given limit was exceeded or a warning was not acknowledged. Nothing was sent. */
  | { readonly _tag: "Guard"; readonly message: string; readonly hint: string | null }
  /** It was sent, but not confirmed in the given time. `what` is its hash. */
  | { readonly _tag: "WaitedTooLong"; readonly what: string; readonly seconds: number }
  /** Nothing is known but that the wallet was asked: its response was lost. `what` is its id in the ledger. */
  | { readonly _tag: "Lost"; readonly what: string }
  /** It is signed and was given to a node, and no node has confirmed that it has it. `what` is its hash. */
  | { readonly _tag: "Unanswered"; readonly what: string }
  /** It was accepted, and no node has it now. `what` is its hash. */
  | { readonly _tag: "Dropped"; readonly what: string }
  /** It was accepted, and no node could be asked about it since. `what` is its hash. */
  | { readonly _tag: "NotLookedUp"; readonly what: string }
  /** It is in a block, and no node says whether it succeeded. `what` is its hash or its id. */
  | { readonly _tag: "ResultUnknown"; readonly what: string }
  /** It is in a block and reverted: only the fee was charged. `hash`: or its id in the ledger. */
  | { readonly _tag: "Reverted"; readonly hash: string }
  /** Some calls of a batch had their effect. `what` is its hash or its id. */
  | { readonly _tag: "PartlyReverted"; readonly what: string }
  /** Another transaction of the account used its nonce or inputs: it can no longer be mined. */
  | { readonly _tag: "Replaced"; readonly by: string }
  /** A transaction that moves nothing replaced it. */
  | { readonly _tag: "Cancelled"; readonly by: string }
  /** It was not mined in time and can no longer be mined. */
  | { readonly _tag: "Expired" }

/** A failure of the CLI. */
export class CliError extends Data.TaggedError("CliError")<{ readonly reason: CliReason }> {}

export const notConnectedError = (network: CaipNetworkId | null = null): CliError =>
  new CliError({ reason: { _tag: "NotConnected", network } })

export const usageError = (message: string, hint: string | null = null): CliError =>
  new CliError({ reason: { _tag: "Usage", message, hint } })

export const configError = (message: string, hint: string | null = null): CliError =>
  new CliError({ reason: { _tag: "Config", message, hint } })

export const guardError = (message: string, hint: string | null = null): CliError =>
  new CliError({ reason: { _tag: "Guard", message, hint } })

export const busyError = (by: RemoteKind): CliError => new CliError({ reason: { _tag: "Busy", by } })
