/** The storage key of the dev wallet's state, which contains no private key and lasts as long as the tab. */
export const devWalletKey = "wmodal-demo/dev-wallet"
