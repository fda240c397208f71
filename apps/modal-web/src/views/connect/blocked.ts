export { AllWallets } from "./AllWallets.tsx"
export { ConnectingWalletConnectBasic } from "./ConnectingWalletConnectBasic.tsx"
