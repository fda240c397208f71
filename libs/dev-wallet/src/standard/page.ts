/** The Wallet Standard parts for a content script, without the wallet itself. */
export { registerWallet } from "@wmodal/chains/standard"
export { makeStandardWallet, type StandardWalletInfo } from "./makeStandardWallet.ts"
