import type { Effect } from "effect"
import type { ProviderError } from "../ProviderError.ts"
import type { StandardNetwork, StandardRequest } from "./StandardRequest.ts"

/** The chains beside EVM that a dev wallet can have. */
export const walletChainNames = ["solana", "bitcoin"] as const
export type WalletChainName = (typeof walletChainNames)[number]

/** A chain beside EVM, with keys and networks of its own. Made by `solanaSide` and `bitcoinSide`, whose code is large. */
export interface WalletChain {
  readonly name: WalletChainName
  /** For a person, such as `Bitcoin`. */
  readonly title: string
  readonly networks: readonly [StandardNetwork, ...StandardNetwork[]]
  /** The first is selected at the start. A page sees the selected one alone. */
  readonly accounts: readonly [WalletChainAccount, ...WalletChainAccount[]]
  /** What a page may ask by, by the name of the feature. Params and answers are JSON, bytes in it base64. */
  readonly methods: (access: WalletChainAccess) => Readonly<Record<string, WalletChainMethod>>
}

/** Addresses that belong together. The first one is the account's name. */
export interface WalletChainAccount {
  readonly addresses: readonly [WalletChainAddress, ...WalletChainAddress[]]
}

/** An address as a page gets to see it. JSON. */
export interface WalletChainAddress {
  readonly address: string
  /** Base64. */
  readonly publicKey: string
  readonly chains: readonly string[]
  /** Bitcoin alone. */
  readonly purpose?: "payment" | "ordinals"
}

export type WalletChainMethod = (
  origin: string,
  params: readonly unknown[],
) => Effect.Effect<unknown, ProviderError>

/** The wallet, as a side sees it. */
export interface WalletChainAccess {
  readonly locked: () => boolean
  /** The selected account, whoever may see it. */
  readonly selected: () => WalletChainAccount
  /** What this origin sees; none where the wallet is locked, or never shared any. */
  readonly shared: (origin: string) => readonly WalletChainAddress[]
  /** Fails with 4100 unless the origin sees all of these addresses. */
  readonly requireShared: (origin: string, addresses: readonly string[]) => Effect.Effect<void, ProviderError>
  /** Asks, and looks again after the answer: the wallet may have been locked, or the page forgotten, meanwhile. */
  readonly requireApproval: (
    request: StandardRequest,
    addresses: readonly string[],
  ) => Effect.Effect<void, ProviderError>
  /** Asks, with one such question at a time for each origin, and then shares the selected account with it. */
  readonly requireConnection: (
    request: Extract<StandardRequest, { readonly locked: boolean }>,
  ) => Effect.Effect<void, ProviderError>
}
