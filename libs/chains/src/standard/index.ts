export { registerWallet } from "./register.ts"
export type * from "./StandardWallet.ts"
