import type { Cacao } from "@wmodal/chains"
import type { CaipNetworkId, Namespace } from "@wmodal/protocol"

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
  /** What requests a session: `siwxApi` names it to its server. */
  readonly client?: SiwxClient
}

/** The kind of page or program, and its chains. */
export interface SiwxClient {
  /** What the page is built with; `node` outside a page. */
  readonly platform: "html" | "react" | "node"
  /** Its chains, in the host's order. */
  readonly chains: readonly Namespace[]
}

/** The fields of a sign-in message. Times are ISO 8601. Source: CAIP-122. */
export interface SiwxMessageData extends Omit<SiwxMessageInput, "client"> {
  /** The host of the page, with its port. */
  readonly domain: string
  /** The page that asks. */
  readonly uri: string
  /** Always `1`. */
  readonly version: string
  /** At least eight letters and digits, used once. */
  readonly nonce: string
  /** What the user agrees to, one line. */
  readonly statement?: string
  /** URIs that belong to the sign-in. */
  readonly resources?: readonly string[]
  /** An id of the host's server. */
  readonly requestId?: string
  /** ISO 8601. */
  readonly issuedAt?: string
  /** ISO 8601; the signature is not valid from then on. */
  readonly expirationTime?: string
}

/** A message to sign: its fields, and `toString()` with the text. */
export interface SiwxPluginMessage extends SiwxMessageData {
  readonly toString: () => string
}

/** A signed message. What it is worth, the plugin decides. */
export interface SiwxSession {
  /** The fields of the message. */
  readonly data: SiwxMessageData
  /** The signed text. */
  readonly message: string
  /** As the wallet returned it: 0x-hex on EVM, base58 on Solana, base64 on Bitcoin. */
  readonly signature: string
  /** The signature as WalletConnect carries it, when it came with the connection. */
  readonly cacao?: Cacao
}

/**
 * The host's part of sign-in with a signature: it makes messages, checks signatures and keeps sessions. A rejected
 * promise is shown by its message. Source: the AppKit 1.7.2 wire.
 */
export interface SiwxPlugin {
  /** Makes the message to sign, with a fresh nonce. */
  readonly createMessage: (input: SiwxMessageInput) => Promise<SiwxPluginMessage>
  /** Checks and keeps a session. Rejects if the signature is not valid. */
  readonly addSession: (session: SiwxSession) => Promise<void>
  /** Ends the session of one account on one chain. */
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
  /** Returns a fresh nonce, as a rule from the server. */
  readonly getNonce: (address?: string) => Promise<string>
  /** Returns the fields that the host chooses. */
  readonly getMessageParams: () => Promise<SiweMessageParams>
  /** Returns the text to sign. */
  readonly createMessage: (args: SiweMessageArgs) => string
  /** Resolves to true when the signature is valid and the session exists. */
  readonly verifyMessage: (args: {
    readonly message: string
    readonly signature: string
    readonly cacao?: Cacao
  }) => Promise<boolean>
  /** Returns who is signed in; `null` when signed out. */
  readonly getSession: () => Promise<SiweSession | null>
  /** Ends the session. Resolves to false when it could not. */
  readonly signOut: () => Promise<boolean>
  /** Called after a sign-in. */
  readonly onSignIn?: (session?: SiweSession) => void
  /** Called after a sign-out. */
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
  /** Plain and checksummed. */
  readonly address: string
  /** The EVM chain id. */
  readonly chainId: number
}

/** The fields that the host's page adds to each message. */
export interface SiweMessageParams {
  /** The host of the page, with its port. */
  readonly domain: string
  /** The page that asks. */
  readonly uri: string
  /** What the user agrees to, one line. */
  readonly statement?: string
  /** Issued at, ISO 8601. */
  readonly iat?: string
  /** Not valid before, ISO 8601. */
  readonly nbf?: string
  /** Not valid from then on, ISO 8601. */
  readonly exp?: string
  /** URIs that belong to the sign-in. */
  readonly resources?: readonly string[]
  /** An id of the host's server. */
  readonly requestId?: string
}

/** The fields of one message. `address` is `did:pkh:` and the CAIP-10 account. */
export interface SiweMessageArgs extends SiweMessageParams {
  /** The EVM chain id. */
  readonly chainId: number
  /** `did:pkh:` and the CAIP-10 account. */
  readonly address: string
  /** As `getNonce` returned it. */
  readonly nonce: string
  /** Of the format. */
  readonly version: "1"
}
