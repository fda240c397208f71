import type { OpenWallet } from "./OpenWallet.ts"
import type { Opening } from "./makeEmbeddedWallet.ts"

/** The embedded wallet over its own bridge, which runs until the scope closes. */
export const runEmbeddedWallet = (_opening: Opening): Promise<OpenWallet> =>
  Promise.reject(new Error("There is no bridge."))
