import type { WModalSpendingSessions } from "../page/HostValues.ts"
import { ignore, useHostValue } from "./useHostValue.ts"
import { useSelected } from "./WModalProvider.ts"

const disconnected: WModalSpendingSessions = { status: "disconnected", sessions: [], refresh: ignore }
const loading: WModalSpendingSessions = { ...disconnected, status: "loading" }

/**
 * Returns what apps may spend of the active account without asking, each with a function that opens its end. Their code
 * loads once an account is connected.
 */
export const useSpendingSessions = (): WModalSpendingSessions => {
  const isConnected = useSelected((state) => state.account !== null && state.status === "connected")
  return useHostValue("sessions", isConnected ? loading : disconnected, isConnected)
}
