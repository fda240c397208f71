import type { Network } from "@wmodal/protocol"
import { bitcoin, bitcoinTestnet, solana, solanaDevnet, solanaTestnet } from "@wmodal/protocol/networks"

/** The networks with Wallet Standard names, by name. */
export const networksByChain = {
  "solana:mainnet": solana,
  "solana:devnet": solanaDevnet,
  "solana:testnet": solanaTestnet,
  "bitcoin:mainnet": bitcoin,
  "bitcoin:testnet": bitcoinTestnet,
} as const satisfies Readonly<Record<string, Network>>

export type StandardChain = keyof typeof networksByChain
