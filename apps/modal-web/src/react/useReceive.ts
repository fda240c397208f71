import type { WModalReceive } from "../page/HostValues.ts"
import { useHostValue } from "./useHostValue.ts"
import { useSelected } from "./WModalProvider.ts"

const disconnected: WModalReceive = {
  status: "disconnected",
  request: null,
  arrivals: [],
  makeRequest: async () => ({
    ok: false,
    error: { tag: "notLoaded", text: "The account is loading. Wait for the status ready." },
  }),
}

/**
 * Returns the address of the account in use as a payment request, and what arrives there while the component is mounted:
 * its balances are read every 10 s. The code loads once an account is connected.
 */
export const useReceive = (): WModalReceive =>
  useHostValue(
    "receive",
    disconnected,
    useSelected((state) => state.account !== null && state.status === "connected"),
  )
