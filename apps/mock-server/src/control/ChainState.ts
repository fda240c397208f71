import type { CaipNetworkId } from "@wmodal/protocol"

/** What the accounts of a chain have at its newest block. */
export interface ChainState {
  readonly chainId: CaipNetworkId
  /** In blocks, without those of the genesis. */
  readonly transactions: number
  /** The test accounts in their order, then whoever else received something, by address. */
  readonly accounts: readonly AccountState[]
}

/** Amounts are decimals in base units. */
export interface AccountState {
  /** As its chain writes it. */
  readonly address: string
  /** Of the EVM alone. */
  readonly nonce?: number
  readonly native: string
  /** By symbol: every one of our tokens, in their order. */
  readonly tokens: Readonly<Record<string, string>>
  /** What the network took for what the account has sent in this world; the EVM's receipts say it there. */
  readonly fees?: string
}
