// Named, since each stands for its network in the table and for its chain here: `solana()` is the chain.
export { bitcoin } from "@wmodal/chains/bitcoin"
export { solana } from "@wmodal/chains/solana"
export * from "./api.ts"
/** The networks table. For pages without a bundler it is a file of its own, so that `wmodal.js` stays small. */
export * from "./networks.ts"
export { createWModal } from "./page/createWModal.ts"
