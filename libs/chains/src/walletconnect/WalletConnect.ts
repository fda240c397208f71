import type { Network, RpcError } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { Chain } from "../contract/Chain.ts"
import type { Connector } from "../contract/Connector.ts"
import type { ConnectorError, RelayRejection } from "../contract/ConnectorError.ts"
import type { SignInRequest } from "../contract/WalletCalls.ts"
import type { OpenRelayClient } from "./RelayClient.ts"

/** The id of every WalletConnect connector, which reaches many wallets. */
export const walletConnectId = "walletConnect"

/** A link that a phone scans, or that opens an app. */
export interface PairingLink {
  /** `wc:<topic>@2?…`. Contains the key of the pairing: a secret of the user, never to be logged or stored by us. */
  readonly uri: string
  /** UTC milliseconds of the expiry. */
  readonly expiresAt: number
}

/**
 * The client's storage of sessions and keys: a page's IndexedDB, or the terminal's 0600 state folder. Values are JSON.
 * Any call may reject: the client then continues in memory.
 */
export interface WalletConnectStorage {
  readonly getKeys: () => Promise<string[]>
  readonly getItem: (key: string) => Promise<unknown>
  readonly setItem: (key: string, value: unknown) => Promise<void>
  readonly removeItem: (key: string) => Promise<void>
}

/** Replacements for parts of the requested namespaces. Source: the AppKit 1.7.2 wire. */
export interface NamespaceOverride {
  readonly methods?: Readonly<Record<string, readonly string[]>>
  /** CAIP-2. */
  readonly chains?: Readonly<Record<string, readonly string[]>>
  readonly events?: Readonly<Record<string, readonly string[]>>
}

/**
 * The WalletConnect client that a host passes: `walletConnect()` of `@wmodal/walletconnect`. Its code loads when a user
 * picks a wallet over the relay. `load` rejects when the chunk cannot be fetched.
 */
export interface WalletConnectClient {
  readonly load: () => Promise<{ readonly openRelayClient: OpenRelayClient }>
}

/** The dependencies of WalletConnect connections. */
export interface WalletConnectDeps {
  readonly client: WalletConnectClient
  readonly projectId: string
  /** `ws:` or `wss:`. */
  readonly relay: string
  readonly metadata: {
    readonly name: string
    readonly description: string
    readonly url: string
    readonly icons: readonly string[]
  }
  /**
   * All networks of the host app, with or without the code of their chain. A wallet receives all of them in one
   * request.
   */
  readonly networks: readonly Network[]
  /** The chains whose code the host app has. On other networks, a wallet's address is shown only. */
  readonly chains: readonly Pick<Chain, "namespace" | "sessionConnector">[]
  readonly override?: NamespaceOverride
  readonly storage: () => Promise<WalletConnectStorage>
  /** Sends requests that need no wallet to the network's own nodes. @returns the raw result */
  readonly read: (
    network: Network,
    method: string,
    params: readonly unknown[],
  ) => Effect.Effect<unknown, RpcError>
  /**
   * Makes the message that a wallet may sign in the same step as it connects, for each link; `null` if none is wanted.
   * Absent: none is wanted.
   */
  readonly signIn?: () => Promise<SignInRequest | null>
  /** Receives the link to show, each newer one, and `null` when there is no link to show. */
  readonly onLink: (link: PairingLink | null) => void
  /** Receives each reason why the relay rejects this host app, once. */
  readonly onRelayRejection: (refusal: RelayRejection) => void
  /** Receives each developer warning once. Never contains a link, a topic or a key. */
  readonly warn: (text: string) => void
}

/** Any wallet over a relay. One client serves all connectors and lives as long as the scope that created it. */
export interface WalletConnect {
  /** One for each namespace of the networks, type `WALLET_CONNECT`. Their code is loaded with the first request. */
  readonly connectors: readonly Connector[]
  /**
   * Creates a link in advance, because an app can be opened only inside a tap. The next `connect` uses it. Completes
   * when the link exists.
   */
  readonly prepare: Effect.Effect<void, ConnectorError>
  /**
   * Sets the app that the user chose, also for later reloads: it is opened for each request, inside the tap where
   * possible. `null`: the wallet is on another device, such as a phone that scanned the link.
   */
  readonly setLinkedApp: (app: LinkedApp | null) => void
}

/** An app on this device that handles a session. */
export interface LinkedApp {
  readonly name: string
  /** `https:` or the app's own scheme: opens the app, without a pairing link. */
  readonly href: string
}
