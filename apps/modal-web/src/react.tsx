/** The hooks and components for React 18.2 and later. */
export type { EngineEvent, EngineEventName, EngineEvents } from "@wmodal/core"
export type { SendRequest, SwapRequest, WModalResult } from "./page/HostMethods.ts"
export type {
  BuyRequest,
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
export type { WModalInitialState } from "./page/initialState.ts"
export * from "./react/CustomButton.ts"
export * from "./react/elements.ts"
export * from "./react/useActivity.ts"
export * from "./react/useBuy.ts"
export * from "./react/useEvents.ts"
export * from "./react/useModalState.ts"
export * from "./react/useNames.ts"
export * from "./react/useNetwork.ts"
export * from "./react/useProvider.ts"
export * from "./react/useReceive.ts"
export type { RequestState } from "./react/useRequest.ts"
export * from "./react/useSend.ts"
export * from "./react/useSession.ts"
export * from "./react/useSpendingSessions.ts"
export * from "./react/useSwap.ts"
export * from "./react/useTheme.ts"
export * from "./react/useTokens.ts"
export * from "./react/useUpdateEmail.ts"
export * from "./react/useWalletInfo.ts"
export * from "./react/useWallets.ts"
export * from "./react/useWModal.ts"
export * from "./react/useWModalAccount.ts"
export * from "./react/useWModalBalance.ts"
export * from "./react/useWModalDisconnect.ts"
export * from "./react/useWModalSignMessage.ts"
export * from "./react/useWModalSignTypedData.ts"
export { WModalProvider, type WModalProviderProps } from "./react/WModalProvider.ts"
