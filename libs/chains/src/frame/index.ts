export * from "./Frame.ts"
export { makeEmbeddedWallet } from "./makeEmbeddedWallet.ts"
