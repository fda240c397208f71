import { walletConnect } from "@wmodal/walletconnect"
import { createWModal as create } from "./page/createWModal.ts"
import type { WModal, WModalOptions } from "./page/WModal.ts"

export * from "./api.ts"

/**
 * Creates a modal for pages without a bundler. They cannot install WalletConnect's client, so it is a chunk that loads
 * on use.
 */
export const createWModal = (options: WModalOptions): WModal =>
  create({ walletConnect: walletConnect(), ...options })
