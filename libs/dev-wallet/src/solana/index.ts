export { mockSolanaTokens } from "./mockSolanaTokens.ts"
export { makeSolanaSignerFromKey, makeTestSolanaSigner, type SolanaSigner } from "./SolanaSigner.ts"
export type { SolanaToken } from "./SolanaToken.ts"
export { makeSolanaSide, type SolanaSideOptions } from "./solanaSide.ts"
