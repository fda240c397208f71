// Named exports, because each name means a network in the table and a chain here: `solana()` is the chain.
export { bitcoin } from "@wmodal/chains/bitcoin"
export { polkadot } from "@wmodal/chains/polkadot"
export { solana } from "@wmodal/chains/solana"
export * from "./api.ts"
export { mockEndpoints, wellKnownEndpoints } from "./endpoints.ts"
/** The networks table. For pages without a bundler it is a separate file, so that `wmodal.js` stays small. */
export * from "./networks.ts"
export { createWModal } from "./page/createWModal.ts"
