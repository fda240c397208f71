import type { SendOutcome } from "../contract/WalletCalls.ts"
import { isPreApprovalError, mayHaveSent, toNotSent } from "../wallet/sendOutcome.ts"
import { errorMessages } from "../wallet/walletErrors.ts"
import { toFeatureReason } from "./requestFeature.ts"

/**
 * What came of a transaction that a wallet should have sent, from what it threw. Nothing has left only where that cannot
 * have come after a broadcast; whatever else it says, or if it says nothing, the transaction may be on its way.
 * @param beforeBroadcast a node's words for what it has not taken
 */
export const toFeatureSendOutcome = (
  thrown: unknown,
  feature: string,
  connectorId: string,
  beforeBroadcast: RegExp,
): SendOutcome => {
  const reason = toFeatureReason(thrown, feature)
  return reason._tag === "Declined" ||
    isPreApprovalError(reason, thrown) ||
    errorMessages(thrown).some((text) => beforeBroadcast.test(text))
    ? toNotSent(connectorId, reason)
    : mayHaveSent(connectorId, reason)
}
