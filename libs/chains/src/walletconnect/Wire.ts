import type { CaipAddress, CaipNetworkId, Namespace } from "@wmodal/protocol"
import type { Connector, WalletIdentity } from "../contract/Connector.ts"
import type { WalletConnectSurroundings } from "./WalletConnect.ts"

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

export type WireEvent =
  /** `session` says something else than before: accounts, networks or methods of any namespace. A namespace may be gone. */
  | { readonly _tag: "Updated" }
  /** The wallet says that something has happened, such as `accountsChanged` or `chainChanged`. `data` is from outside. */
  | {
      readonly _tag: "Told"
      readonly network: CaipNetworkId
      readonly name: string
      readonly data: unknown
    }
  /** Deleted or expired: `session` is `null` from now on. */
  | { readonly _tag: "Ended" }

/** A session of WalletConnect, as far as whoever speaks through it has to know. */
export interface Wire {
  readonly around: Pick<WalletConnectSurroundings, "chains" | "networks" | "read" | "warn">
  /** The session that stands; `null` while there is none. */
  readonly session: () => ApprovedSession | null
  /**
   * Asks the wallet, over the relay. May take for ever. Rejects with what the wallet threw (`code` and `message`), with a
   * `ProviderError` of 4900 where the session ends before the answer or no session stands (it was never asked then),
   * of 4200 where the method and of 4901 where the network was not approved. Never asks twice.
   */
  readonly request: (network: CaipNetworkId, method: string, params: unknown) => Promise<unknown>
  /** The network that this page uses the wallet on; `null` where nobody said so in this session. Outlives a reload. */
  readonly inUse: (namespace: Namespace) => CaipNetworkId | null
  /** To be told where a switch came about, by the page or by the wallet. */
  readonly use: (network: CaipNetworkId) => void
  /** @returns what takes the listener off. */
  readonly listen: (listener: (event: WireEvent) => void) => () => void
}

/**
 * Makes the Connector of one namespace over a wire, `wallets/walletOver.ts`. `connect` (which prefers `request.network`,
 * where approved) and `restore` give what `session` says and ask nobody; they fail with `Locked` where it has nothing of
 * the namespace. `disconnect` does nothing. `events` follow the wire: `Updated` and `Told` become what has changed, and
 * `Ended`, or an `Updated` without the namespace, `Disconnected`. What puts a session there, `wallet` and `also` are not
 * its matter.
 */
export type WalletOver = (wire: Wire, namespace: Namespace) => Promise<Connector>
