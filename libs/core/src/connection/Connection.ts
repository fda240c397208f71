import type { Connector, WalletSession } from "@wmodal/chains"
import type { CaipAddress, CaipNetworkId, Namespace } from "@wmodal/protocol"
import type { Effect, SubscriptionRef } from "effect"
import type { EngineError } from "../problems/EngineError.ts"
import type { Problem } from "../problems/Problem.ts"

/** What a face shows of the connected wallet: over a relay, the one that answered. */
export interface WalletInfo {
  readonly connectorId: string
  readonly name: string
  readonly icon: string | null
}

/** The connection of one namespace. */
export type ConnectionState =
  /** `because` says why an earlier session ended or could not be restored; `null` where there is nothing to say. */
  | { readonly _tag: "Disconnected"; readonly because: Problem | null }
  /** Taking up an earlier session, for at most 10 s. Reported to the host as `connecting`. */
  | { readonly _tag: "Restoring"; readonly wallet: WalletInfo }
  /** The wallet is asked. `slow` after 60 s without an answer. */
  | { readonly _tag: "Connecting"; readonly wallet: WalletInfo; readonly slow: boolean }
  /** The attempt ended without a session; the person may try again. */
  | { readonly _tag: "Failed"; readonly wallet: WalletInfo; readonly problem: Problem }
  | {
      readonly _tag: "Connected"
      readonly wallet: WalletInfo
      readonly accounts: readonly [CaipAddress, ...CaipAddress[]]
      /** The account in use; its network part is the one selected in the app. */
      readonly account: CaipAddress
      /** What the wallet says it is on, which may not be what the app has selected. */
      readonly walletNetwork: CaipNetworkId | null
      /** What the wallet says of its accounts beside, by plain address. */
      readonly details?: WalletSession["details"] | undefined
    }

/**
 * The status of one namespace that a host sees. A page as a whole is connected when any of its namespaces is, else
 * connecting when any is, else disconnected; the account beside it is that of the active namespace, that of the selected
 * network, and there is one whenever a namespace is connected and the active one is not just being asked for.
 */
export type ConnectionStatus = "disconnected" | "connecting" | "connected"

/** A wallet that approved after the person had given up waiting: offered, never applied unasked. */
export interface LateApproval {
  readonly namespace: Namespace
  readonly wallet: WalletInfo
  readonly session: WalletSession
}

/**
 * One state machine per namespace: several may be connected at once, each with a wallet of its own. The network that is
 * selected says which of them is active; connecting makes one active, and when the active one ends, another one is.
 */
export interface Connection {
  readonly state: SubscriptionRef.SubscriptionRef<Readonly<Partial<Record<Namespace, ConnectionState>>>>
  readonly late: SubscriptionRef.SubscriptionRef<LateApproval | null>
  /**
   * Starts asking and returns at once; the outcome is in `state`. A second call replaces the first attempt,
   * but for the same wallet while its question is fresh: that joins, since a wallet refuses a second prompt.
   * When it succeeds the session is remembered and the modal closes, unless the wallet is on a network that is
   * not configured: then UnsupportedChain is shown in a modal that is open, and the account stays connected.
   * A wallet may have the same id for several chains: without `namespace`, the active one is preferred.
   * A wallet over a relay (`walletConnectId`) may approve several chains at once: each is taken up where no other wallet is
   * connected. One that approves others than the one asked for is connected for those.
   */
  readonly connect: (connectorId: string, namespace?: Namespace) => Effect.Effect<void, EngineError>
  /** Asks and waits for the outcome. For the terminal and for hosts. */
  readonly connectAndWait: (
    connectorId: string,
    namespace?: Namespace,
  ) => Effect.Effect<Extract<ConnectionState, { _tag: "Connected" }>, Problem>
  /** Settles at once; the namespace, or each, is then Disconnected where it was not connected. Leaving ConnectingExternal or ConnectingWalletConnect, or closing the modal over it, does this. */
  readonly cancel: (namespace?: Namespace) => Effect.Effect<void>
  readonly acceptLate: Effect.Effect<void>
  /** A wallet over a relay gets its session back. */
  readonly dismissLate: Effect.Effect<void>
  /**
   * One namespace, or all. The wallet is told first, for at most 3 s. State is cleared even when the wallet could not be told: then it fails with DisconnectFailed.
   * A connect meanwhile ends this in silence: what it brings stays. A session over a relay ends for all its chains.
   */
  readonly disconnect: (namespace?: Namespace) => Effect.Effect<void, EngineError>
  /** The connected connector of a namespace, `null` where none is. */
  readonly connectorOf: (namespace: Namespace) => Connector | null
  /** Done when no restore is under way. */
  readonly settled: Effect.Effect<void>
}
