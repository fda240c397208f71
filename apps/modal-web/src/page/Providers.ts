import type { GuardedBitcoin } from "@wmodal/chains/bitcoin"
import type { GuardedProvider } from "@wmodal/chains/evm"
import type { GuardedPolkadot } from "@wmodal/chains/polkadot"
import type { GuardedSolana } from "@wmodal/chains/solana"

/** The provider of each namespace: see `getProvider`. Results come from the wallet, so their type is `unknown`. */
export interface Providers {
  /** EIP-1193. */
  readonly eip155: GuardedProvider
  /** Of a wallet of the Wallet Standard. */
  readonly solana: GuardedSolana
  /** Of a Bitcoin wallet. */
  readonly bip122: GuardedBitcoin
  /** A `Signer` of `@polkadot/api`. */
  readonly polkadot: GuardedPolkadot
}
