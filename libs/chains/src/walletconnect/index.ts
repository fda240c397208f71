export { makeWalletConnect } from "./makeWalletConnect.ts"
export * from "./WalletConnect.ts"
