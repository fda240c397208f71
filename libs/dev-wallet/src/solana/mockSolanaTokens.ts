import type { SolanaToken } from "./SolanaToken.ts"

/** The mock server's Solana tokens, with the same mints on every network. */
export const mockSolanaTokens: readonly SolanaToken[] = [
  { mint: "EtcCeEgSjtSnbFcZDXPbtV8oj4CgduHBwVtZawQ5ZRm6", symbol: "mUSDC", decimals: 6 },
  { mint: "67SvV3BpXNJm8LKRj32Uv799PeKmkT4zqCSwbYu9pVjU", symbol: "mDAI", decimals: 8 },
  { mint: "CVF3Zn3wYTspvMTpPtTskKanc8yCnV852pybwsCvqhPU", symbol: "mFEE", decimals: 9 },
]
