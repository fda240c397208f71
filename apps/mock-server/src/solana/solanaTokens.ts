/** An SPL token, with the same mint on every Solana network. */
export interface SolanaToken {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** The mint address. The first test account is the mint authority; there is no freeze authority. */
  readonly mint: string
  /** The account of its Metaplex metadata; `null` when the mint stores its own metadata, as a Token-2022 mint can. */
  readonly metadata: string | null
}

/** The tokens. The last one is a Token-2022 token with a transfer fee of 1 %. */
export const solanaTokens = [
  {
    name: "Mock USD Coin",
    symbol: "mUSDC",
    decimals: 6,
    mint: "EtcCeEgSjtSnbFcZDXPbtV8oj4CgduHBwVtZawQ5ZRm6",
    metadata: "FLwJ3eyzZ8ZgVHv5DT38R8TudNLNWj9v2tN5CL3aF7o9",
  },
  {
    name: "Mock Dai",
    symbol: "mDAI",
    decimals: 8,
    mint: "67SvV3BpXNJm8LKRj32Uv799PeKmkT4zqCSwbYu9pVjU",
    metadata: "CGTWT7Rmdf6UrLhUoSc1JJNjvSCVd238dsmGRMirfWBc",
  },
  {
    name: "Mock Fee Token",
    symbol: "mFEE",
    decimals: 9,
    mint: "CVF3Zn3wYTspvMTpPtTskKanc8yCnV852pybwsCvqhPU",
    metadata: null,
  },
] as const satisfies readonly SolanaToken[]
