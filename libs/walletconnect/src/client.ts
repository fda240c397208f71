/** What any program that runs a WalletConnect client needs to end it cleanly, as a dApp or as a wallet. */
export { withdrawn } from "./withdrawn.ts"
export { withoutLooseEnds } from "./withoutLooseEnds.ts"
