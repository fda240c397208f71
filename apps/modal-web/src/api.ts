/** Exports of the package, the same with a bundler and with a script tag. */
export { bitcoin } from "@wmodal/chains/bitcoin"
export { evm } from "@wmodal/chains/evm"
export { polkadot } from "@wmodal/chains/polkadot"
export { solana } from "@wmodal/chains/solana"
export type {
  EngineEvent,
  EngineEventName,
  EngineEvents,
  NetworkLogEntry,
  Theme,
  ThemeVariables,
  WalletInfo,
} from "@wmodal/core"
export type { CaipAddress, CaipNetworkId, Namespace, Network } from "@wmodal/protocol"
export { defineElements, type WModalButtonElement } from "./page/elements.ts"
export type {
  ChangeableOptions,
  EvmChain,
  HostMethods,
  HostNetwork,
  SendRequest,
  SwapRequest,
  WModalResult,
} from "./page/HostMethods.ts"
export type {
  BuyRequest,
  HostValues,
  WModalActivity,
  WModalAllowance,
  WModalBuy,
  WModalMovement,
  WModalNameSuggestion,
  WModalNames,
  WModalPaymentRequest,
  WModalReceive,
  WModalSpendingSession,
  WModalSpendingSessions,
  WModalToken,
  WModalTokens,
  WModalTransaction,
  WModalWallet,
  WModalWallets,
} from "./page/HostValues.ts"
export type { Providers } from "./page/Providers.ts"
export type {
  OpenableView,
  OpenRequest,
  Subscribe,
  SubscribeOfChain,
  WModal,
  WModalAccount,
  WModalConnection,
  WModalError,
  WModalNetwork,
  WModalOptions,
  WModalOutcome,
  WModalProviders,
  WModalSession,
  WModalSharedAccount,
  WModalState,
} from "./page/WModal.ts"
