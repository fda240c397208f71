import type { SendOutcome } from "../contract/WalletCalls.ts"
import { isPreApprovalError, mayHaveSent, toNotSent } from "../wallet/sendOutcome.ts"
import { errorMessages, toConnectorReason } from "../wallet/walletErrors.ts"

/**
 * Derives the outcome of a send from the error that the wallet threw. Only errors that cannot follow a broadcast mean
 * that it was not sent; after all others the transaction may be pending.
 * @param beforeBroadcast matches a node's errors for rejected transactions
 */
export const toFeatureSendOutcome = (
  thrown: unknown,
  feature: string,
  connectorId: string,
  beforeBroadcast: RegExp,
): SendOutcome => {
  const reason = toConnectorReason(thrown, feature)
  return reason._tag === "Declined" ||
    isPreApprovalError(reason, thrown) ||
    errorMessages(thrown).some((text) => beforeBroadcast.test(text))
    ? toNotSent(connectorId, reason)
    : mayHaveSent(connectorId, reason)
}
