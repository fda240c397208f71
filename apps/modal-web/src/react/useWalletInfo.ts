import type { WalletInfo } from "@wmodal/core"
import type { Namespace } from "@wmodal/protocol"
import { getConnection, useSelected } from "./WModalProvider.ts"

/** Returns the name and icon of the wallet on one namespace, or on the chain in use; or `null`. */
export const useWalletInfo = (namespace?: Namespace): WalletInfo | null =>
  useSelected((state) => getConnection(state, namespace).wallet)
