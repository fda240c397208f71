import type { WModalActivity } from "../page/HostValues.ts"
import { ignore, useHostValue } from "./useHostValue.ts"
import { useSelected } from "./WModalProvider.ts"

const disconnected: WModalActivity = {
  status: "disconnected",
  transactions: [],
  complete: false,
  more: "none",
  loadMore: ignore,
  refresh: ignore,
}
const loading: WModalActivity = { ...disconnected, status: "loading" }

/**
 * Returns the transactions of the active account on the network in use, with those that this page has requested and
 * that are pending. Their code loads once an account is connected.
 */
export const useActivity = (): WModalActivity => {
  const isConnected = useSelected((state) => state.account !== null && state.status === "connected")
  return useHostValue("activity", isConnected ? loading : disconnected, isConnected)
}
