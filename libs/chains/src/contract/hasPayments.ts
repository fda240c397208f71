import { hasKey } from "@wmodal/protocol"
import type { ChainActions, SigningActions } from "./ChainActions.ts"

/** Returns true if balances and payments of a chain are offered, false if its accounts only sign. */
export const hasPayments = (actions: SigningActions): actions is ChainActions => hasKey(actions, "balance")
