import type { SendOutcome } from "../contract/WalletCalls.ts"
import { isBefore, mayHaveLeft, notSent } from "../wallet/sendOutcome.ts"
import { textsOf } from "../wallet/thrown.ts"
import { reasonOfRefusal } from "./askFeature.ts"

/**
 * What came of a transaction that a wallet should have sent, from what it threw. Nothing has left only where that cannot
 * have come after a broadcast; whatever else it says, or if it says nothing, the transaction may be on its way.
 * @param beforeBroadcast a node's words for what it has not taken
 */
export const outcomeOfRefusal = (
  thrown: unknown,
  feature: string,
  connectorId: string,
  beforeBroadcast: RegExp,
): SendOutcome => {
  const reason = reasonOfRefusal(thrown, feature)
  return reason._tag === "Declined" ||
    isBefore(reason, thrown) ||
    textsOf(thrown).some((text) => beforeBroadcast.test(text))
    ? notSent(connectorId, reason)
    : mayHaveLeft(connectorId, reason)
}
