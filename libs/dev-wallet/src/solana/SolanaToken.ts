/** A token that the wallet's owner told it of: it tells amounts of it in words. */
export interface SolanaToken {
  readonly mint: string
  readonly symbol: string
  readonly decimals: number
}
