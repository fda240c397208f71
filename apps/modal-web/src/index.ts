import { createWModal as create } from "./page/createWModal.ts"
import { readFirstState } from "./page/firstState.ts"
import type { WModal, WModalOptions } from "./page/WModal.ts"

// Named, since each stands for its network in the table and for its chain here: `solana()` is the chain.
export { bitcoin } from "@wmodal/chains/bitcoin"
export { solana } from "@wmodal/chains/solana"
export * from "./api.ts"
export { mockEndpoints, wellKnownEndpoints } from "./endpoints.ts"
/** The networks table. For pages without a bundler it is a file of its own, so that `wmodal.js` stays small. */
export * from "./networks.ts"

/** Creates a modal. Costs a page this file alone until a visitor wants it, and never throws. */
export const createWModal = (options: WModalOptions): WModal => create(options, readFirstState)
