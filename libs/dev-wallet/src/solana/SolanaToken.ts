/** A Solana token known to the wallet: its amounts are formatted. */
export interface SolanaToken {
  readonly mint: string
  readonly symbol: string
  readonly decimals: number
}
