import type { Connector, WalletSession } from "@wmodal/chains"
import type { CaipAddress, CaipNetworkId, Namespace, SubscriptionRef } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { EngineError } from "../problems/EngineError.ts"
import type { Problem } from "../problems/Problem.ts"

/** The connected wallet as the UI shows it. Over a relay, it is the wallet that approved. */
export interface WalletInfo {
  /** Stable: the wallet's rdns, its name, or `walletConnect` and `ID_AUTH` for the phone and the embedded wallet. */
  readonly connectorId: string
  /** As the wallet calls itself: sanitized and bounded. */
  readonly name: string
  /** `https:` or `data:image` only; `null` without one. */
  readonly icon: string | null
}

/** An attempt to connect a wallet, until it is connected. */
export type ConnectionAttempt =
  /** The request is with the wallet. `slow` after 60 s without a response. */
  | { readonly _tag: "Connecting"; readonly wallet: WalletInfo; readonly slow: boolean }
  /** The attempt ended without a session; the user may try again. */
  | { readonly _tag: "Failed"; readonly wallet: WalletInfo; readonly problem: Problem }

/** The connection of one namespace. */
export type ConnectionState =
  /** `because` is the reason why an earlier session ended or was not restored; `null` without a reason. */
  | { readonly _tag: "Disconnected"; readonly because: Problem | null }
  /** Restoring an earlier session, for at most 10 s. Reported to the host as `connecting`. */
  | { readonly _tag: "Restoring"; readonly wallet: WalletInfo }
  | ConnectionAttempt
  | {
      readonly _tag: "Connected"
      readonly wallet: WalletInfo
      readonly accounts: readonly [CaipAddress, ...CaipAddress[]]
      /** The active account; its network part is the one selected in the app. */
      readonly account: CaipAddress
      /** The network that the wallet reports, which may differ from the network that the app has selected. */
      readonly walletNetwork: CaipNetworkId | null
      /** Additional account data from the wallet, by plain address. */
      readonly details?: WalletSession["details"] | undefined
      /** The attempt to connect another wallet, which replaces this one only once it is connected. */
      readonly next?: ConnectionAttempt
    }

/**
 * The status of one namespace for a host. The whole app is connected when any namespace is, else connecting when any
 * is, else disconnected. The account is that of the active namespace on the selected network; it is set when any
 * namespace is connected, unless the active one is connecting.
 */
export type ConnectionStatus = "disconnected" | "connecting" | "connected"

/** A session that the wallet approved after the user had cancelled: offered, never applied by itself. */
export interface LateApproval {
  readonly namespace: Namespace
  readonly wallet: WalletInfo
  readonly session: WalletSession
}

/**
 * One state machine per namespace: several may be connected at once, each with its own wallet. The selected network
 * decides which namespace is active; connecting makes one active, and when the active one ends, another becomes
 * active.
 */
export interface Connection {
  readonly state: SubscriptionRef.SubscriptionRef<Readonly<Partial<Record<Namespace, ConnectionState>>>>
  readonly late: SubscriptionRef.SubscriptionRef<LateApproval | null>
  /**
   * Starts a connection attempt and returns at once; the outcome is in `state`. A second call replaces the first
   * attempt; for the same wallet with a fresh prompt it joins, since a wallet rejects a second prompt. A connected
   * wallet stays connected until another one is; over a relay, or as the embedded wallet, one session replaces
   * another, so a second one ends the first at once. On success
   * the session is stored and the modal closes; if the wallet is on an unconfigured network, an open modal shows
   * UnsupportedChain and the account stays connected. A wallet may have the same id for several chains: without
   * `namespace`, the active one is preferred. A wallet over a relay (`walletConnectId`) may approve several chains
   * at once: each is connected where no other wallet is. If it approves chains other than the requested one, those
   * are connected.
   */
  readonly connect: (connectorId: string, namespace?: Namespace) => Effect.Effect<void, EngineError>
  /** Connects and waits for the outcome. For the terminal and for hosts. */
  readonly connectAndWait: (
    connectorId: string,
    namespace?: Namespace,
  ) => Effect.Effect<Extract<ConnectionState, { _tag: "Connected" }>, Problem>
  /**
   * Settles at once; then each namespace that was not connected is Disconnected, and a connected one has no `next`.
   * Leaving ConnectingExternal or ConnectingWalletConnect, or closing the modal over it, calls this.
   */
  readonly cancel: (namespace?: Namespace) => Effect.Effect<void>
  readonly acceptLate: Effect.Effect<void>
  /** Rejects the late approval; over a relay the wallet's session ends. */
  readonly dismissLate: Effect.Effect<void>
  /**
   * Disconnects one namespace, or all, whatever the wallet says: it is notified in the background. Only the sign-out of
   * the embedded wallet is waited for, for at most 3 s: when it fails, state is cleared, and this fails with
   * DisconnectFailed. A connect meanwhile ends that silently and keeps its session. A session over a relay ends for all
   * its chains.
   */
  readonly disconnect: (namespace?: Namespace) => Effect.Effect<void, EngineError>
  /** Returns the connected connector of a namespace, or `null`. */
  readonly connectorOf: (namespace: Namespace) => Connector | null
  /** Completes when no restore is pending. */
  readonly settled: Effect.Effect<void>
}
