import type { Network } from "@wmodal/protocol"
import {
  bitcoin,
  bitcoinTestnet,
  kusama,
  polkadot,
  solana,
  solanaDevnet,
  solanaTestnet,
  westend,
} from "@wmodal/protocol/networks"

/** The networks with Wallet Standard names, by name. Those of Polkadot have none: the name is the CAIP-2 id. */
export const networksByChain = {
  "solana:mainnet": solana,
  "solana:devnet": solanaDevnet,
  "solana:testnet": solanaTestnet,
  "bitcoin:mainnet": bitcoin,
  "bitcoin:testnet": bitcoinTestnet,
  "polkadot:91b171bb158e2d3848fa23a9f1c25182": polkadot,
  "polkadot:b0a8d493285c2df73290dfb7e61f870f": kusama,
  "polkadot:e143f23803ac50e8f6f8e62695d1ce9e": westend,
} as const satisfies Readonly<Record<string, Network>>

export type StandardChain = keyof typeof networksByChain
