export { mockSolanaTokens } from "./mockSolanaTokens.ts"
export { makeSolanaSignerFromKey, makeTestSolanaSigner, type SolanaSigner } from "./SolanaSigner.ts"
export type { SolanaToken } from "./SolanaToken.ts"
export { makeSolanaWalletChain, type SolanaWalletChainOptions } from "./solanaWalletChain.ts"
