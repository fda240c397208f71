export { type AppLink, appLink } from "./appLink.ts"
export { makeWalletConnect } from "./makeWalletConnect.ts"
export * from "./WalletConnect.ts"
