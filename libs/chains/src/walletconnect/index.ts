export { type AppLink, parseAppLink } from "./AppLink.ts"
export { lazyWalletConnect, makeWalletConnect } from "./makeWalletConnect.ts"
export type { OpenRelayClient } from "./RelayClient.ts"
export * from "./WalletConnect.ts"
