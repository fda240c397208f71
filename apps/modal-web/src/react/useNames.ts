import type { WModalNames } from "../page/HostValues.ts"
import { ignore, useHostValue } from "./useHostValue.ts"
import { useSelected } from "./WModalProvider.ts"

const notLoaded = async () =>
  ({
    ok: false,
    error: { tag: "notLoaded", text: "No account is connected, or its code is loading." },
  }) as const

const disconnected: WModalNames = {
  status: "disconnected",
  names: [],
  suggest: notLoaded,
  register: notLoaded,
  refresh: ignore,
}
const loading: WModalNames = { ...disconnected, status: "loading" }

/**
 * Returns the names of the account in use, and functions that suggest and register one. The code loads once an account is
 * connected.
 */
export const useNames = (): WModalNames => {
  const isConnected = useSelected((state) => state.account !== null && state.status === "connected")
  return useHostValue("names", isConnected ? loading : disconnected, isConnected)
}
