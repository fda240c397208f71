export { registerWallet } from "./registerWallet.ts"
export type * from "./StandardWallet.ts"
