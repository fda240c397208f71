export type * from "./StandardWallet.ts"
