import type { CaipNetworkId } from "@wmodal/protocol"
import { Data } from "effect"
import type { RemoteKind } from "../session/remoteSessions.ts"

/** What the terminal itself refuses, before or beside the engine. */
export type CliReason =
  /** The command line is wrong or lacks something; `hint` names the flag. */
  | { readonly _tag: "Usage"; readonly message: string; readonly hint: string | null }
  /** A setting, a file or a place on this machine is not as it must be. */
  | { readonly _tag: "Config"; readonly message: string; readonly hint: string | null }
  /** Nothing is connected; where `network` is there, nothing of its chain. */
  | { readonly _tag: "NotConnected"; readonly network: CaipNetworkId | null }
  /** The phone, or the secure site, whose session it was has ended it. `wallet` is what it called itself. */
  | { readonly _tag: "SessionEnded"; readonly wallet: string; readonly by: RemoteKind }
  /** The relay that leads to phones takes nothing. `host` is where it is. */
  | { readonly _tag: "NoRelay"; readonly host: string }
  /** The secure site does not answer. `host` is where it is. */
  | { readonly _tag: "NoSite"; readonly host: string }
  /** No code was received from where one was to come. `from` is a file, or stdin. */
  | { readonly _tag: "NoCode"; readonly from: string }
  /** Another command asks the phone, or the secure site, and one at a time does. */
  | { readonly _tag: "Busy"; readonly by: RemoteKind }
  /** A limit that was given, or a stop that was not passed. Nothing was sent. */
  | { readonly _tag: "Guard"; readonly message: string; readonly hint: string | null }
  /** It was sent, and nothing was heard of it in the time that was given. `what` is its hash. */
  | { readonly _tag: "WaitedTooLong"; readonly what: string; readonly seconds: number }
  /** It may have been sent: the answer was lost. `what` is its hash, or its id in the ledger. */
  | { readonly _tag: "Lost"; readonly what: string }
  /** It is in a block and did nothing but take the fee. */
  | { readonly _tag: "Reverted"; readonly hash: string }
  /** Another transaction of the account has its place: it can no longer come. */
  | { readonly _tag: "Replaced"; readonly by: string }
  /** The same, by one that moves nothing. */
  | { readonly _tag: "Cancelled"; readonly by: string }
  /** It was not mined in time and can never be. */
  | { readonly _tag: "Expired" }

/** A failure of the terminal face. */
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
