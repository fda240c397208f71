/** The parts of the Wallet Standard and of `injectedWeb3` for a content script, without the wallet itself. */

export { registerWallet } from "@wmodal/chains/standard"
export { type InjectedEntry, makeInjectedEntry } from "./makeInjectedEntry.ts"
export { makeStandardWallet, type StandardWalletInfo } from "./makeStandardWallet.ts"
