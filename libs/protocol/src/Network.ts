import type { CaipNetworkId, Namespace } from "./Caip.ts"

/** A network in the shape that host apps know from other kits. */
export interface Network {
  /** The reference part of the CAIP-2 id: a number for EVM, a string for other namespaces. */
  readonly id: number | string
  /** CAIP-2, such as `eip155:1`. */
  readonly caipNetworkId: CaipNetworkId
  /** The part of the CAIP-2 id before the colon. */
  readonly chainNamespace: Namespace
  /** As users see it. */
  readonly name: string
  /** The currency of fees; `decimals` is 18 on EVM, 9 on Solana, 8 on Bitcoin. */
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** Public nodes, best first. `customRpcUrls` come before them. */
  readonly rpcUrls: { readonly default: { readonly http: readonly string[] } }
  /** For links to transactions. */
  readonly blockExplorers?: { readonly default: { readonly name: string; readonly url: string } }
  /** True when its currency has no value. */
  readonly testnet?: boolean
  /** True for a network that the user has added in the modal: its node is the user's choice, not the host's. */
  readonly addedByUser?: boolean
  /** The image: an id of the wallet directory, or an address. Built-in networks need none: the directory has theirs. */
  readonly assets?: { readonly imageId?: string; readonly imageUrl?: string }
}
