import type { Cacao, ReviewedRequest } from "@wmodal/chains"
import type { CaipAddress, CaipNetworkId, SubscriptionRef } from "@wmodal/protocol"
import { Data, type Effect } from "effect"
import type { FlowProblem } from "../flows/FlowProblem.ts"
import type { EngineError } from "../problems/EngineError.ts"
import type { AcknowledgedDangers } from "../requests/RequestQueue.ts"

/** What the engine tells a plugin about the message to make. */
export interface SiwxMessageInput {
  /**
   * Plain address of the account that signs in. Empty for a wallet that connects and signs in with one prompt: its
   * account is not known then, and the text of the message is the wallet's.
   */
  readonly accountAddress: string
  /** CAIP-2. */
  readonly chainId: CaipNetworkId
  /** ISO 8601. */
  readonly notBefore?: string
}

/** The fields of a sign-in message. Times are ISO 8601. Source: CAIP-122. */
export interface SiwxMessageData extends SiwxMessageInput {
  readonly domain: string
  readonly uri: string
  readonly version: string
  readonly nonce: string
  readonly statement?: string
  readonly resources?: readonly string[]
  readonly requestId?: string
  readonly issuedAt?: string
  readonly expirationTime?: string
}

/** A message to sign: its fields, and `toString()` with the text. */
export interface SiwxPluginMessage extends SiwxMessageData {
  readonly toString: () => string
}

/** A signed message. What it is worth, the plugin decides. */
export interface SiwxSession {
  readonly data: SiwxMessageData
  /** The signed text. */
  readonly message: string
  /** As the wallet returned it: 0x-hex on EVM, base58 on Solana, base64 on Bitcoin. */
  readonly signature: string
  readonly cacao?: Cacao
}

/**
 * The host's part of sign-in with a signature: it makes messages, checks signatures and keeps sessions. A rejected
 * promise is shown by its message. Source: the AppKit 1.7.2 wire.
 */
export interface SiwxPlugin {
  readonly createMessage: (input: SiwxMessageInput) => Promise<SiwxPluginMessage>
  /** Checks and keeps a session. Rejects if the signature is not valid. */
  readonly addSession: (session: SiwxSession) => Promise<void>
  readonly revokeSession: (chainId: CaipNetworkId, address: string) => Promise<void>
  /** Replaces all sessions; an empty list signs out. */
  readonly setSessions: (sessions: readonly SiwxSession[]) => Promise<void>
  /** Returns the valid sessions of an account on a chain. */
  readonly getSessions: (chainId: CaipNetworkId, address: string) => Promise<readonly SiwxSession[]>
  /** Whether a connected account must sign in: cancelling then disconnects. Default true. */
  readonly getRequired?: () => boolean
}

/** Sign-in with Ethereum by the older interface. Source: the AppKit 1.7.2 wire. */
export interface SiweConfig {
  readonly getNonce: (address?: string) => Promise<string>
  readonly getMessageParams: () => Promise<SiweMessageParams>
  readonly createMessage: (args: SiweMessageArgs) => string
  readonly verifyMessage: (args: {
    readonly message: string
    readonly signature: string
    readonly cacao?: Cacao
  }) => Promise<boolean>
  readonly getSession: () => Promise<SiweSession | null>
  readonly signOut: () => Promise<boolean>
  readonly onSignIn?: (session?: SiweSession) => void
  readonly onSignOut?: () => void
  /** Default true. */
  readonly required?: boolean
  /** Default true. */
  readonly enabled?: boolean
  /** Default true. */
  readonly signOutOnDisconnect?: boolean
  /** Default true. */
  readonly signOutOnAccountChange?: boolean
  /** Default true. */
  readonly signOutOnNetworkChange?: boolean
}

export interface SiweSession {
  readonly address: string
  readonly chainId: number
}

/** The fields that the host's page adds to each message. */
export interface SiweMessageParams {
  readonly domain: string
  readonly uri: string
  readonly statement?: string
  readonly iat?: string
  readonly nbf?: string
  readonly exp?: string
  readonly resources?: readonly string[]
  readonly requestId?: string
}

/** The fields of one message. `address` is `did:pkh:` and the CAIP-10 account. */
export interface SiweMessageArgs extends SiweMessageParams {
  readonly chainId: number
  readonly address: string
  readonly nonce: string
  readonly version: "1"
}

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

export type SiwxProblem = SiwxError | FlowProblem

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
  readonly state: SubscriptionRef.SubscriptionRef<SiwxState>
  /** Returns true while the account must sign in: leaving the sign-in then disconnects. */
  readonly isRequired: () => boolean
  /** Fails without a plugin, or when the code cannot be loaded. */
  readonly actions: Effect.Effect<Siwx, EngineError>
}
