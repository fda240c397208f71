export { mockSolanaTokens } from "./mockSolanaTokens.ts"
export { type SolanaSigner, solanaSignerFromKey, testSolanaSigner } from "./SolanaSigner.ts"
export type { SolanaToken } from "./SolanaToken.ts"
export { type SolanaSideOptions, solanaSide } from "./solanaSide.ts"
