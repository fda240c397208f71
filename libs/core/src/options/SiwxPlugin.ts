import type { Cacao } from "@wmodal/chains"
import type { CaipNetworkId } from "@wmodal/protocol"

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

/** Who is signed in, as the older interface says it. */
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
