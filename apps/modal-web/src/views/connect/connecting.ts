export { ConnectingExternal } from "./ConnectingExternal.tsx"
export { ConnectingMultiChain } from "./ConnectingMultiChain.tsx"
