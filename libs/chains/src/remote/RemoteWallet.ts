import type { CaipAddress, CaipNetworkId, Namespace, Network, RpcError } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { Chain } from "../contract/Chain.ts"
import type { WalletIdentity } from "../contract/Connector.ts"
import type { SignedMessage } from "../contract/SignedMessage.ts"

/** A wallet's decoded approval for one namespace. Contains only requested values. */
export interface ApprovedNamespace {
  /** CAIP-10 as the wallet wrote them, unique; addresses are valid on their chain. Networks by their current ids. */
  readonly accounts: readonly [CaipAddress, ...CaipAddress[]]
  /** Networks of the host app, at least those of `accounts`. */
  readonly networks: readonly [CaipNetworkId, ...CaipNetworkId[]]
  readonly methods: readonly string[]
}

/** One approval of the user, for all approved namespaces. */
export interface ApprovedSession {
  readonly wallet: WalletIdentity
  readonly namespaces: Partial<Readonly<Record<Namespace, ApprovedNamespace>>>
  /**
   * The wallet's further capabilities as JSON (such as EIP-5792 capabilities, by `capabilities`). Untrusted: decode it.
   */
  readonly properties: Readonly<Record<string, unknown>>
  /** The messages that the wallet signed with its approval; absent if it was not asked to. Not verified. */
  readonly signed?: readonly SignedMessage[]
}

export type RemoteWalletEvent =
  /** `session` changed: accounts, networks or methods of any namespace. A namespace may be gone. */
  | { readonly _tag: "SessionUpdated" }
  /** An event that the wallet emitted, such as `accountsChanged` or `chainChanged`. `data` is untrusted. */
  | {
      readonly _tag: "SessionEvent"
      readonly network: CaipNetworkId
      readonly name: string
      readonly data: unknown
    }
  /** Deleted or expired: `session` is `null` from now on. */
  | { readonly _tag: "SessionDeleted" }

/** The host app's networks, chains and callbacks for a remote wallet. */
export interface RemoteWalletDeps {
  /** All networks of the host app, with or without the code of their chain. */
  readonly networks: readonly Network[]
  /** The chains whose code the host app has. */
  readonly chains: readonly Pick<Chain, "namespace" | "sessionConnector">[]
  /** Sends requests that need no wallet to the network's own nodes. @returns the raw result */
  readonly read: (
    network: Network,
    method: string,
    params: readonly unknown[],
  ) => Effect.Effect<unknown, RpcError>
  /** Receives each developer warning once. Never contains a secret. */
  readonly warn: (text: string) => void
}

/** The transport to a remote wallet, over a relay or in a frame, as its callers need it. */
export interface RemoteWallet {
  readonly deps: RemoteWalletDeps
  /** The current session; `null` without one. */
  readonly session: () => ApprovedSession | null
  /**
   * Sends a request to the wallet, once; it may never settle. Rejects with the wallet's error (`code` and `message`),
   * or with a `ProviderError`: 4900 if the session ends before the response or there is none (then nothing was sent),
   * 4200 if the method and 4901 if the network was not approved.
   */
  readonly request: (network: CaipNetworkId, method: string, params: unknown) => Promise<unknown>
  /** The network that the dApp uses; `null` if it was not set in this session. Persists over a reload. */
  readonly activeNetwork: (namespace: Namespace) => CaipNetworkId | null
  /** Must be called after each switch, by the dApp or by the wallet. */
  readonly setActiveNetwork: (network: CaipNetworkId) => void
  /**
   * Switches the network of a wallet that has a current one: `activeNetwork` returns it from then on. Rejects like
   * `request`. Absent if the dApp alone chooses among the approved networks.
   */
  readonly switchWalletTo?: (network: CaipNetworkId) => Promise<void>
  /** @returns the function that removes the listener */
  readonly listen: (listener: (event: RemoteWalletEvent) => void) => () => void
}
