import type { WModalBuy } from "../page/HostValues.ts"
import { useHostValue } from "./useHostValue.ts"
import { useSelected } from "./WModalProvider.ts"

const none: WModalBuy = {
  status: "none",
  bought: null,
  buy: async () => ({
    ok: false,
    error: { tag: "notLoaded", text: "No account is connected, or its code is loading." },
  }),
}

/**
 * Returns a function that opens a purchase, filled in, and the state of the newest one. The code loads once an account is
 * connected.
 */
export const useBuy = (): WModalBuy =>
  useHostValue(
    "purchase",
    none,
    useSelected((state) => state.account !== null && state.status === "connected"),
  )
