import type { CaipAddress, CaipNetworkId, Namespace, Network, RpcError } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { Chain } from "../contract/Chain.ts"
import type { WalletIdentity } from "../contract/Connector.ts"

/** What a wallet has approved for one namespace, decoded: nothing in it that it was not asked for. */
export interface ApprovedNamespace {
  /** CAIP-10 as the wallet wrote them, each once; addresses are valid on their chain. Networks by their current ids. */
  readonly accounts: readonly [CaipAddress, ...CaipAddress[]]
  /** Networks of the page, at least those of `accounts`. */
  readonly networks: readonly [CaipNetworkId, ...CaipNetworkId[]]
  readonly methods: readonly string[]
}

/** One approval of a person, for all the namespaces that they approved. */
export interface ApprovedSession {
  readonly wallet: WalletIdentity
  readonly namespaces: Partial<Readonly<Record<Namespace, ApprovedNamespace>>>
  /** JSON, as the wallet says it can do beside (such as EIP-5792 capabilities, by `capabilities`). From outside: decode it. */
  readonly properties: Readonly<Record<string, unknown>>
}

export type RemoteWalletEvent =
  /** `session` says something else than before: accounts, networks or methods of any namespace. A namespace may be gone. */
  | { readonly _tag: "SessionUpdated" }
  /** The wallet says that something has happened, such as `accountsChanged` or `chainChanged`. `data` is from outside. */
  | {
      readonly _tag: "SessionEvent"
      readonly network: CaipNetworkId
      readonly name: string
      readonly data: unknown
    }
  /** Deleted or expired: `session` is `null` from now on. */
  | { readonly _tag: "SessionDeleted" }

/** What a page has, beside a wallet that is elsewhere. */
export interface RemoteWalletDeps {
  /** All that the page has, whether or not it has the code of their chain. */
  readonly networks: readonly Network[]
  /** Those whose code the page has. */
  readonly chains: readonly Pick<Chain, "namespace" | "sessionConnector">[]
  /** What no wallet need be asked for goes to the network's own nodes. @returns the result as it came. */
  readonly read: (
    network: Network,
    method: string,
    params: readonly unknown[],
  ) => Effect.Effect<unknown, RpcError>
  /** For the developer of the page, once each. Never holds a secret. */
  readonly warn: (text: string) => void
}

/**
 * The way to a wallet that is elsewhere, beyond a relay or in a frame, as far as whoever speaks to it has to know.
 */
export interface RemoteWallet {
  readonly deps: RemoteWalletDeps
  /** The session that stands; `null` while there is none. */
  readonly session: () => ApprovedSession | null
  /**
   * Asks the wallet. May take for ever. Rejects with what the wallet threw (`code` and `message`), with a
   * `ProviderError` of 4900 where the session ends before the answer or no session stands (it was never asked then),
   * of 4200 where the method and of 4901 where the network was not approved. Never asks twice.
   */
  readonly request: (network: CaipNetworkId, method: string, params: unknown) => Promise<unknown>
  /** The network that this page uses the wallet on; `null` where nobody said so in this session. Outlives a reload. */
  readonly activeNetwork: (namespace: Namespace) => CaipNetworkId | null
  /** To be told where a switch came about, by the page or by the wallet. */
  readonly setActiveNetwork: (network: CaipNetworkId) => void
  /**
   * Takes the wallet to another network, where it is on one: `inUse` says so from then on. Rejects as `request`. Absent
   * where it is the page's own affair which of the approved networks it uses.
   */
  readonly switchWalletTo?: (network: CaipNetworkId) => Promise<void>
  /** @returns what takes the listener off. */
  readonly listen: (listener: (event: RemoteWalletEvent) => void) => () => void
}
