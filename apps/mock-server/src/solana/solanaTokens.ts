/** One of our SPL tokens, with the same mint on every Solana network. */
export interface SolanaToken {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** The mint's address. The first test account may mint more; nobody can freeze. */
  readonly mint: string
}

export const solanaTokens = [
  {
    name: "Mock USD Coin",
    symbol: "mUSDC",
    decimals: 6,
    mint: "EtcCeEgSjtSnbFcZDXPbtV8oj4CgduHBwVtZawQ5ZRm6",
  },
  {
    name: "Mock Dai",
    symbol: "mDAI",
    decimals: 8,
    mint: "67SvV3BpXNJm8LKRj32Uv799PeKmkT4zqCSwbYu9pVjU",
  },
] as const satisfies readonly SolanaToken[]
