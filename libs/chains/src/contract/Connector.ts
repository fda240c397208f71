import type { CaipAddress, CaipNetworkId, Namespace, Network } from "@wmodal/protocol"
import type { Effect, Stream } from "effect"
import type { ConnectorError } from "./ConnectorError.ts"
import type { RequestInterceptor } from "./RequestInterceptor.ts"
import type { SignedMessage } from "./SignedMessage.ts"
import type { SignInRequest, WalletCalls } from "./WalletCalls.ts"

/** The source of a connector. Source: the AppKit 1.7.2 wire. */
export type ConnectorType = "ANNOUNCED" | "INJECTED" | "EXTERNAL" | "MULTI_CHAIN" | "WALLET_CONNECT" | "AUTH"

/** The session that a wallet grants when it connects. */
export interface WalletSession {
  /** CAIP-10, the active account first; addresses in the form that users see (EIP-55 for EVM). */
  readonly accounts: readonly [CaipAddress, ...CaipAddress[]]
  /** The wallet's current network; `null` if it reports none. */
  readonly network: CaipNetworkId | null
  /** Additional account details from the wallet, by plain address; absent if it reports none. */
  readonly details?: Readonly<Record<string, AccountDetails>>
  /** The wallet that responded, if the connector leads to many wallets. Its own text, made safe to show. */
  readonly wallet?: WalletIdentity
  /** The sessions of other chains from the same approval, each chain once; absent if it was for one chain. */
  readonly otherChains?: readonly ConnectedChain[]
  /** The messages that the wallet signed in the same step; absent if it signed none. */
  readonly signed?: readonly SignedMessage[]
  /**
   * Accepts or rejects a late approval, at most once. Until then it has no owner and is not restored; a rejected one is
   * ended in the wallet. Absent if there is no session to end.
   * @returns true if the session is valid now: the wallet may have ended it meanwhile
   */
  readonly acceptLateSession?: (wanted: boolean) => boolean
  /**
   * Completes when the wallet ends a late approval that has no owner yet. Absent if the connector's own events tell.
   */
  readonly lateSessionEnd?: Effect.Effect<void>
}

/** A wallet, as it describes itself. */
export interface WalletIdentity {
  /** Control and bidi characters stripped, at most 64 characters, not empty. */
  readonly name: string
  /** As `Connector.icon`. */
  readonly icon: string | null
}

/** A connector and its session. */
export interface ConnectedChain {
  readonly connector: Connector
  readonly session: WalletSession
}

/** The type of an account and its public key, if the wallet reports them. */
export interface AccountDetails {
  /** Bitcoin: `payment` for money, `ordinal` for inscriptions on UTXOs. EVM: an account with a key, or a contract. */
  readonly type: "payment" | "ordinal" | "eoa" | "smartAccount"
  /** Hex; `null` if the wallet does not report it. */
  readonly publicKey: string | null
  /** BIP-32, such as `m/84'/0'/0'/0/0`; absent if the wallet does not report it. */
  readonly path?: string
}

/** An event of a connected wallet. */
export type ConnectorEvent =
  /** `details` of the new accounts; the details of known accounts stay. */
  | ({ readonly _tag: "AccountsChanged" } & Pick<WalletSession, "accounts" | "details">)
  | { readonly _tag: "NetworkChanged"; readonly network: CaipNetworkId }
  /**
   * The wallet ended the session or no longer shares an account. With a `cause` it may return: its persisted state
   * stays.
   */
  | { readonly _tag: "Disconnected"; readonly cause?: ConnectorError }
  /** The wallet can be reached again, or shares accounts outside of a session: `restore` may succeed now. */
  | { readonly _tag: "Returned" }

/** One request to connect. */
export interface ConnectRequest {
  /** The network that the app prefers; a wallet on another one still connects. */
  readonly network: Network | null
  /**
   * Called at most once, if the wallet approves after `connect` was interrupted. No state is applied: the caller may
   * offer the session to the user.
   */
  readonly onLateApproval: (session: WalletSession) => void
  /**
   * Makes the message that a wallet may sign in the same step as it connects; `null` if none is wanted. Called once, and
   * only for a wallet that can. Never rejects. Absent: none is wanted.
   */
  readonly signIn?: () => Promise<SignInRequest | null>
}

/** A request of a wallet's own library to a host. Names and addresses only, never another value. */
export interface OutsideRequest {
  /** With its port where it has one. */
  readonly host: string
  /** `wallet`: the pop-up or the relay of the wallet. */
  readonly purpose: "wallet" | "node"
  /** The JSON-RPC method. */
  readonly call: string
  /** Names of the parameters' fields. */
  readonly fields: readonly string[]
  /** Values of the form of an account's address. */
  readonly addresses: readonly string[]
}

/**
 * A wallet, as a plain object. Every adapter implements it and passes the Connector contract suite. Each effect is
 * interruptible, settles immediately when interrupted, and removes its listeners.
 */
export interface Connector {
  /** Stable between page loads: rdns, else name for announced wallets, which all have a name. */
  readonly id: string
  /** Control and bidi characters stripped, at most 64 characters. */
  readonly name: string
  readonly type: ConnectorType
  readonly namespace: Namespace
  /** A `data:image/…` or `https:` address that is safe as an `<img>` source, else `null`. */
  readonly icon: string | null
  readonly rdns: string | null
  /** True if the page runs in a frame of this wallet, which is then listed first. */
  readonly isEmbedder?: boolean
  /**
   * Reports each request that the wallet's library sends from the page, before it is sent. Absent for a wallet without
   * a library in the page.
   */
  readonly watchRequests?: (add: (request: OutsideRequest) => void) => void
  /** The wallet's id in the directory, if known. */
  readonly explorerId: string | null
  /**
   * Returns the provider for the dApp, EIP-1193 for EVM: all signing and sending goes through the interceptor `door`
   * first. Returns the same object for the same interceptor; `null` before the first connection request to the wallet.
   */
  readonly getProvider: (door: RequestInterceptor) => unknown
  /**
   * Sets the selected account by its plain address. dApps receive that account. Absent if the wallet itself reports
   * which one is in use.
   */
  readonly use?: (address: string) => void
  /** Prompts the user. Has no time limit. */
  readonly connect: (request: ConnectRequest) => Effect.Effect<WalletSession, ConnectorError>
  /** Returns the session that the wallet still shares, without a prompt. Fails with `Locked` if it shares none. */
  readonly restore: Effect.Effect<WalletSession, ConnectorError>
  /** Revokes the wallet's permission for this dApp, if the wallet supports it. */
  readonly disconnect: Effect.Effect<void, ConnectorError>
  /** Switches the network, and adds it first if the wallet does not know it. */
  readonly switchNetwork: (network: Network) => Effect.Effect<void, ConnectorError>
  /** Signs a message. @returns the signature, 0x-hex for EVM. */
  readonly signMessage: (request: {
    readonly account: CaipAddress
    readonly message: string
  }) => Effect.Effect<string, ConnectorError>
  /** Signs typed data. `typedData` is EIP-712 JSON as text. @returns the signature, 0x-hex. */
  readonly signTypedData: (request: {
    readonly account: CaipAddress
    readonly typedData: string
  }) => Effect.Effect<string, ConnectorError>
  /** The wallet methods beyond signing, for a connected wallet. */
  readonly calls: Effect.Effect<WalletCalls, ConnectorError>
  /** Loads the code of the wallet's events. Listeners live as long as the stream is run. */
  readonly events: Effect.Effect<Stream.Stream<ConnectorEvent>>
}
