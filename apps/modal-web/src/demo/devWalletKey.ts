/** Where the dev wallet keeps its state, which holds no key, for as long as the tab is open. */
export const devWalletKey = "wmodal-demo/dev-wallet"
