import type { Network, RpcError } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { Chain } from "../contract/Chain.ts"
import type { Connector } from "../contract/Connector.ts"
import type { ConnectorError, RelayRejection } from "../contract/ConnectorError.ts"
import type { OpenRelayClient } from "./RelayClient.ts"

/** The id of each connector of WalletConnect: it is one way to many wallets. */
export const walletConnectId = "walletConnect"

/** What a phone scans, or an app is opened with. */
export interface PairingLink {
  /** `wc:<topic>@2?…`. It holds the key of the pairing: a secret of this person, never to be logged or stored by us. */
  readonly uri: string
  /** UTC milliseconds from which on it is answered no more. */
  readonly expiresAt: number
}

/**
 * Where the client keeps its sessions and their keys: a page's IndexedDB, the terminal's 0600 state folder. Values are
 * JSON. Any call may reject: the client goes on in memory then.
 */
export interface WalletConnectStorage {
  readonly getKeys: () => Promise<string[]>
  readonly getItem: (key: string) => Promise<unknown>
  readonly setItem: (key: string, value: unknown) => Promise<void>
  readonly removeItem: (key: string) => Promise<void>
}

/** What replaces parts of what a wallet is asked for, by namespace. Source: the AppKit 1.7.2 wire. */
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
  /** All that the page has, whether or not it has the code of their chain: a wallet is asked for all of them at once. */
  readonly networks: readonly Network[]
  /** Those whose code the page has: of networks of another one a wallet's address is shown, and no more. */
  readonly chains: readonly Pick<Chain, "namespace" | "sessionConnector">[]
  readonly override?: NamespaceOverride
  readonly storage: () => Promise<WalletConnectStorage>
  /** What no wallet need be asked for goes to the network's own nodes. @returns the result as it came. */
  readonly read: (
    network: Network,
    method: string,
    params: readonly unknown[],
  ) => Effect.Effect<unknown, RpcError>
  /** Told of the link to show now, of each newer one, and of `null` when there is none to show any more. */
  readonly onLink: (link: PairingLink | null) => void
  /** Told, once each, why the relay serves nobody here. */
  readonly onRelayRejection: (refusal: RelayRejection) => void
  /** For the developer of the page, once each. Never holds a link, a topic or a key. */
  readonly warn: (text: string) => void
}

/** Any wallet, over a relay. One client of it serves all its connectors, and lives as long as the scope it was made in. */
export interface WalletConnect {
  /** One for each namespace of the networks, type `WALLET_CONNECT`. Their code arrives with the first question. */
  readonly connectors: readonly Connector[]
  /**
   * Makes a link before anybody asks for one: an app can be opened only inside a tap. The next `connect` takes it over.
   * Done when the link is there.
   */
  readonly prepare: Effect.Effect<void, ConnectorError>
  /**
   * The app that a person has chosen, from now on and after a reload: it is opened again for each request, inside the tap
   * where that is possible. `null`: the wallet is elsewhere, such as a phone that has scanned.
   */
  readonly setLinkedApp: (app: LinkedApp | null) => void
}

/** An app on this machine that answers for a session. */
export interface LinkedApp {
  readonly name: string
  /** `https:` or the app's own scheme: what opens it, without a link to pair by. */
  readonly href: string
}
