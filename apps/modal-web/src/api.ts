/** Exports of the package, the same with a bundler and with a script tag. */
export { bitcoin } from "@wmodal/chains/bitcoin"
export { evm } from "@wmodal/chains/evm"
export { polkadot } from "@wmodal/chains/polkadot"
export { solana } from "@wmodal/chains/solana"
export type { NetworkLogEntry, Theme, ThemeVariables, WalletInfo } from "@wmodal/core"
export type { CaipAddress, CaipNetworkId, Namespace, Network } from "@wmodal/protocol"
export { defineElements, type WModalButtonElement } from "./page/elements.ts"
export type { Providers } from "./page/Providers.ts"
export type {
  OpenableView,
  WModal,
  WModalAccount,
  WModalConnection,
  WModalError,
  WModalNetwork,
  WModalOptions,
  WModalOutcome,
  WModalSession,
  WModalState,
} from "./page/WModal.ts"
