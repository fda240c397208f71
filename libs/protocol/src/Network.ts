import type { CaipNetworkId, Namespace } from "./Caip.ts"

/** A network in the shape that host apps know from other kits. */
export interface Network {
  /** The reference part of the CAIP-2 id: a number for EVM, a string for other namespaces. */
  readonly id: number | string
  readonly caipNetworkId: CaipNetworkId
  readonly chainNamespace: Namespace
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly rpcUrls: { readonly default: { readonly http: readonly string[] } }
  readonly blockExplorers?: { readonly default: { readonly name: string; readonly url: string } }
  readonly testnet?: boolean
  readonly assets?: { readonly imageId?: string; readonly imageUrl?: string }
}
