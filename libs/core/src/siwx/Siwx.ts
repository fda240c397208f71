import type { RequestTooLong, ReviewedRequest } from "@wmodal/chains"
import type { CaipAddress, SubscriptionRef } from "@wmodal/protocol"
import { Data, type Effect } from "effect"
import type { SiwxMessageData, SiwxSession } from "../options/SiwxPlugin.ts"
import type { EngineError } from "../problems/EngineError.ts"
import type { ReadProblem } from "../problems/ReadProblem.ts"
import type { AcknowledgedDangers, UnacknowledgedWarning } from "../signing/Signing.ts"

export type * from "../options/SiwxPlugin.ts"

/** The plugin failed, or returned what cannot be used. `text` is its own message, stripped. */
export class SiwxError extends Data.TaggedError("SiwxError")<{ readonly text: string }> {}

/** A message that waits for the user or for the wallet. */
interface ShownMessage {
  readonly account: CaipAddress
  readonly message: string
  readonly data: SiwxMessageData
  readonly explained: ReviewedRequest
  readonly passed: AcknowledgedDangers
}

/** Whether the active account is signed in, and the steps to it. */
export type SiwxState =
  /** Nothing to sign in with: no plugin, no account, or an unsupported network. */
  | { readonly _tag: "Off" }
  /** The plugin is asked for a session. */
  | { readonly _tag: "Checking"; readonly account: CaipAddress }
  /** No session, and none is asked for: sign-in is optional and was left. */
  | { readonly _tag: "SignedOut"; readonly account: CaipAddress }
  /** The plugin makes the message. */
  | { readonly _tag: "Preparing"; readonly account: CaipAddress }
  /** There is no message to sign; `retry` makes one. */
  | { readonly _tag: "Failed"; readonly account: CaipAddress; readonly problem: SiwxProblem }
  /** The user reads the message. `problem` is the reason why the last attempt failed. */
  | ({ readonly _tag: "Reviewing"; readonly problem: SiwxProblem | null } & ShownMessage)
  /** The wallet has the message. `slow` after 60 s without a response. */
  | ({ readonly _tag: "Asking"; readonly slow: boolean } & ShownMessage)
  /** The plugin checks the signature. */
  | ({ readonly _tag: "Storing" } & ShownMessage)
  | { readonly _tag: "SignedIn"; readonly account: CaipAddress; readonly session: SiwxSession }

/** Why a sign-in with a signature has failed. */
export type SiwxProblem = SiwxError | ReadProblem | RequestTooLong | UnacknowledgedWarning

/** Sign-in of the active account with a signature. Its code loads with the first account of a host with a plugin. */
export interface Siwx {
  /** Asks the active account to sign in; without an account, opens the modal to connect one. */
  readonly signIn: Effect.Effect<void>
  /** Ends all sessions. Where sign-in is required, disconnects. */
  readonly signOut: Effect.Effect<void, EngineError>
  /** Confirms one danger of the shown message. */
  readonly acknowledge: (danger: AcknowledgedDangers[number]) => Effect.Effect<void>
  /** Sends the shown message to the wallet. No effect while a warning is not confirmed. */
  readonly sign: Effect.Effect<void>
  /** Makes a new message after a failure. */
  readonly retry: Effect.Effect<void>
  /** Shows the message again while the wallet has it. A late signature is not used. */
  readonly back: Effect.Effect<void>
  /** Leaves the sign-in. Where it is required, disconnects. */
  readonly cancel: Effect.Effect<void>
}

/** The sign-in state of an engine, and its actions once their code is loaded. */
export interface SiwxService {
  /** The state of the sign-in, as one value. */
  readonly state: SubscriptionRef.SubscriptionRef<SiwxState>
  /** Returns true while the account must sign in: leaving the sign-in then disconnects. */
  readonly isRequired: () => boolean
  /** Fails without a plugin, or when the code cannot be loaded. */
  readonly actions: Effect.Effect<Siwx, EngineError>
}
