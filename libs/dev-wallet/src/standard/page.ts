/** What a content script needs of the Wallet Standard, and nothing of the wallet itself. */
export { registerWallet } from "@wmodal/chains/standard"
export { makeStandardWallet, type StandardWalletInfo } from "./makeStandardWallet.ts"
