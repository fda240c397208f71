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

/** Polkadot's networks, by their CAIP-2 ids. */
export const polkadotStandardNetworks = [
  {
    chain: "polkadot:91b171bb158e2d3848fa23a9f1c25182",
    name: "Polkadot",
    currency: { symbol: "DOT", decimals: 10 },
  },
  {
    chain: "polkadot:b0a8d493285c2df73290dfb7e61f870f",
    name: "Kusama",
    currency: { symbol: "KSM", decimals: 12 },
  },
  {
    chain: "polkadot:e143f23803ac50e8f6f8e62695d1ce9e",
    name: "Westend",
    currency: { symbol: "WND", decimals: 12 },
  },
] as const satisfies readonly StandardNetwork[]
