import type { GuardedBitcoin } from "@wmodal/chains/bitcoin"
import type { GuardedProvider } from "@wmodal/chains/evm"
import type { GuardedPolkadot } from "@wmodal/chains/polkadot"
import type { GuardedSolana } from "@wmodal/chains/solana"

/** The provider of each namespace: see `getProvider`. Results come from the wallet, so their type is `unknown`. */
export interface Providers {
  readonly eip155: GuardedProvider
  readonly solana: GuardedSolana
  readonly bip122: GuardedBitcoin
  readonly polkadot: GuardedPolkadot
}
