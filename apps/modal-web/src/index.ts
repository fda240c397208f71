import { createWModal as create } from "./page/createWModal.ts"
import { readFirstState } from "./page/firstState.ts"
import type { WModal, WModalOptions } from "./page/WModal.ts"

// Named exports, because each name means a network in the table and a chain here: `solana()` is the chain.
export { bitcoin } from "@wmodal/chains/bitcoin"
export { solana } from "@wmodal/chains/solana"
export * from "./api.ts"
export { mockEndpoints, wellKnownEndpoints } from "./endpoints.ts"
/** The networks table. For pages without a bundler it is a separate file, so that `wmodal.js` stays small. */
export * from "./networks.ts"

/** Creates a modal. It loads only this file until a visitor uses it, and it never throws. */
export const createWModal = (options: WModalOptions): WModal => create(options, readFirstState)
