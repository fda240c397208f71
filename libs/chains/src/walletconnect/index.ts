export { type AppLink, appLink } from "./appLink.ts"
export { lateWalletConnect, makeWalletConnect } from "./makeWalletConnect.ts"
export type { OpenRelayClient } from "./RelayClient.ts"
export * from "./WalletConnect.ts"
