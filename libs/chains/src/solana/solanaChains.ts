import type { CaipNetworkId } from "@wmodal/protocol"

/** Solana networks by the names that wallets use. Source: CAIP-30, `@solana/wallet-standard-chains`. */
export const networkByChain: Readonly<Record<string, CaipNetworkId>> = {
  "solana:mainnet": "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
  "solana:devnet": "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
  "solana:testnet": "solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z",
}

/** Returns the network of a wallet's chain name; `null` if it is unknown. */
export const toSolanaNetworkId = (chain: string): CaipNetworkId | null =>
  Object.hasOwn(networkByChain, chain) ? (networkByChain[chain] ?? null) : null
