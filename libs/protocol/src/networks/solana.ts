import type { Network } from "../Network.ts"

/** Solana, `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp`. */
export const solana: Network = {
  id: "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
  caipNetworkId: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
  chainNamespace: "solana",
  name: "Solana",
  nativeCurrency: { name: "Solana", symbol: "SOL", decimals: 9 },
  rpcUrls: { default: { http: ["https://api.mainnet-beta.solana.com"] } },
  blockExplorers: { default: { name: "Solscan", url: "https://solscan.io" } },
}

/**
 * Solana Devnet, `solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1`. No explorer: Solscan selects a cluster by query only, which
 * the URL shape cannot express.
 */
export const solanaDevnet: Network = {
  id: "EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
  caipNetworkId: "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
  chainNamespace: "solana",
  name: "Solana Devnet",
  nativeCurrency: { name: "Solana", symbol: "SOL", decimals: 9 },
  rpcUrls: { default: { http: ["https://api.devnet.solana.com"] } },
  testnet: true,
}

/** Solana Testnet, `solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z`. */
export const solanaTestnet: Network = {
  id: "4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z",
  caipNetworkId: "solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z",
  chainNamespace: "solana",
  name: "Solana Testnet",
  nativeCurrency: { name: "Solana", symbol: "SOL", decimals: 9 },
  rpcUrls: { default: { http: ["https://api.testnet.solana.com"] } },
  testnet: true,
}

/** The Solana networks. */
export const solanaNetworks: readonly Network[] = [solana, solanaDevnet, solanaTestnet]
