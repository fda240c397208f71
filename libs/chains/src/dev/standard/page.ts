/** What a content script needs of the Wallet Standard, and nothing of the wallet itself. */
export { registerWallet } from "../../standard/register.ts"
export { type StandardFace, standardWalletOver } from "./standardWalletOver.ts"
