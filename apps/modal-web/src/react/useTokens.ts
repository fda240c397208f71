import type { WModalTokens } from "../page/HostValues.ts"
import { ignore, useHostValue } from "./useHostValue.ts"
import { useSelected } from "./WModalProvider.ts"

const disconnected: WModalTokens = {
  status: "disconnected",
  tokens: [],
  complete: false,
  total: null,
  refresh: ignore,
}
const loading: WModalTokens = { ...disconnected, status: "loading" }

/**
 * Returns the tokens of the active account on the network in use. Their code loads once an account is connected.
 */
export const useTokens = (): WModalTokens => {
  const isConnected = useSelected((state) => state.account !== null && state.status === "connected")
  return useHostValue("tokens", isConnected ? loading : disconnected, isConnected)
}
