import type { Rpc } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { ProviderError } from "../ProviderError.ts"
import type { StandardNetwork, StandardRequest } from "./StandardRequest.ts"

/** The non-EVM chains that a dev wallet supports. */
export const walletChainNames = ["solana", "bitcoin", "polkadot"] as const
export type WalletChainName = (typeof walletChainNames)[number]

/**
 * A non-EVM chain with its own keys and networks. Made by `makeSolanaWalletChain`, `makeBitcoinWalletChain` and
 * `makePolkadotWalletChain`, whose code is large.
 */
export interface WalletChain {
  readonly name: WalletChainName
  /** The display name, such as `Bitcoin`. */
  readonly title: string
  readonly networks: readonly [StandardNetwork, ...StandardNetwork[]]
  /** The first is selected at the start. A dApp sees the selected one only. */
  readonly accounts: readonly [WalletChainAccount, ...WalletChainAccount[]]
  /** Returns the node of a network, with which requests are reviewed. Absent if it refuses every request. */
  readonly nodeOf?: (network: StandardNetwork) => Rpc
  /** Returns the request handlers by feature name. Params and results are JSON, with bytes in base64. */
  readonly methods: (access: WalletChainAccess) => Readonly<Record<string, WalletChainMethod>>
}

/** Addresses that belong together. The first one identifies the account. */
export interface WalletChainAccount {
  readonly addresses: readonly [WalletChainAddress, ...WalletChainAddress[]]
}

/** An address as shared with a dApp. JSON. */
export interface WalletChainAddress {
  readonly address: string
  /** Base64. */
  readonly publicKey: string
  readonly chains: readonly string[]
  /** Bitcoin only. */
  readonly purpose?: "payment" | "ordinals"
}

export type WalletChainMethod = (
  origin: string,
  params: readonly unknown[],
) => Effect.Effect<unknown, ProviderError>

/** The wallet as seen by a non-EVM chain. */
export interface WalletChainAccess {
  readonly locked: () => boolean
  /** Returns the selected account, regardless of permissions. */
  readonly selected: () => WalletChainAccount
  /** Returns the addresses that this origin may see; none while the wallet is locked or without permission. */
  readonly shared: (origin: string) => readonly WalletChainAddress[]
  /** Fails with 4100 unless the origin may see all of these addresses. */
  readonly requireShared: (origin: string, addresses: readonly string[]) => Effect.Effect<void, ProviderError>
  /**
   * Requests approval and then verifies again: in the meantime, the wallet may have been locked or the permission
   * revoked.
   */
  readonly requireApproval: (
    request: StandardRequest,
    addresses: readonly string[],
  ) => Effect.Effect<void, ProviderError>
  /** Requests approval, one request at a time per origin, and then shares the selected account. */
  readonly requireConnection: (
    request: Extract<StandardRequest, { readonly locked: boolean }>,
  ) => Effect.Effect<void, ProviderError>
}
