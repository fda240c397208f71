export * from "./EmbeddedWallet.ts"
export { makeEmbeddedWallet } from "./makeEmbeddedWallet.ts"
export * from "./ThrottledError.ts"
