export * from "./Frame.ts"
export { makeEmbeddedWallet } from "./makeEmbeddedWallet.ts"
export * from "./Throttled.ts"
