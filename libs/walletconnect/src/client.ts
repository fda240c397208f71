/** The functions that any program with a WalletConnect client needs to end it cleanly, as a dApp or as a wallet. */
export { disposeClient } from "./disposeClient.ts"
export { catchClientRejections } from "./patchClient.ts"
