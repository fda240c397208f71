import type { WModalWallets } from "../page/HostValues.ts"
import { useHostValue } from "./useHostValue.ts"

const notLoaded = async () => {
  const error = { tag: "notLoaded", text: "The list of wallets is loading. Wait for the status loaded." }
  return { ok: false, error } as const
}

const loading: WModalWallets = {
  status: "loading",
  wallets: [],
  connecting: null,
  uri: null,
  hasLink: false,
  connect: notLoaded,
  connectByLink: notLoaded,
  open: () => {},
  cancel: notLoaded,
}

/**
 * Returns the wallets of Connect, and functions that connect them without a view of ours: for a page that draws its own
 * list. Loads the modal's code at once.
 */
export const useWallets = (): WModalWallets => useHostValue("wallets", loading)
