import type { StandardNetwork } from "./StandardRequest.ts"

const sol = { symbol: "SOL", decimals: 9 }
const btc = { symbol: "BTC", decimals: 8 }

/** Solana's networks, as the Wallet Standard names them. */
export const solanaStandardNetworks = [
  { chain: "solana:mainnet", name: "Solana", currency: sol },
  { chain: "solana:devnet", name: "Solana Devnet", currency: sol },
  { chain: "solana:testnet", name: "Solana Testnet", currency: sol },
] as const satisfies readonly StandardNetwork[]

/** Bitcoin's networks, as the Wallet Standard names them. */
export const bitcoinStandardNetworks = [
  { chain: "bitcoin:mainnet", name: "Bitcoin", currency: btc },
  { chain: "bitcoin:testnet", name: "Bitcoin Testnet", currency: btc },
] as const satisfies readonly StandardNetwork[]
