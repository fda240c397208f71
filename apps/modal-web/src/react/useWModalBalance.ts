import type { Namespace } from "@wmodal/protocol"
import type { WModalAccount } from "../page/WModal.ts"
import { getConnection, useSelected } from "./WModalProvider.ts"

/**
 * Returns the native balance of the account in use: `value` in base units. `null` while it loads, when it could not be
 * read, and for an account of another chain than the one in use.
 */
export const useWModalBalance = (namespace?: Namespace): WModalAccount["balance"] =>
  useSelected((state) => getConnection(state, namespace).account?.balance ?? null)
