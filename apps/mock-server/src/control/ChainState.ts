import type { CaipNetworkId } from "@wmodal/protocol"

/** The accounts of a chain at its newest block. */
export interface ChainState {
  readonly chainId: CaipNetworkId
  /** Number of transactions in blocks, without those of the genesis. */
  readonly transactions: number
  /** The test accounts in their order, then the other recipients by address. */
  readonly accounts: readonly AccountState[]
}

/** Amounts are decimals in base units. */
export interface AccountState {
  /** In the chain's own notation. */
  readonly address: string
  /** EVM only. */
  readonly nonce?: number
  readonly native: string
  /** By symbol, for every token of the mock server in its order. */
  readonly tokens: Readonly<Record<string, string>>
  /** Fees paid by the account in this world. Absent on the EVM, whose receipts contain them. */
  readonly fees?: string
}
