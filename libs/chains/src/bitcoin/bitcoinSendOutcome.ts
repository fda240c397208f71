import type { SendOutcome } from "../contract/WalletCalls.ts"
import { toFeatureSendOutcome } from "../standard/featureSendOutcome.ts"

/**
 * Node errors that prove a rejection before the broadcast. "Missing or spent" inputs and "already known" are left out:
 * a wallet that retries after a lost response receives them for a pending transaction.
 */
const preBroadcastErrorPattern =
  /insufficient funds|min relay fee not met|mempool min fee not met|\bdust\b|mandatory-script-verify-flag-failed|insufficient fee, rejecting replacement/i

/** Makes the function that derives the outcome of a send from the error that the wallet threw. */
export const makeToSendOutcome =
  (connectorId: string) =>
  (thrown: unknown, feature: string): SendOutcome =>
    toFeatureSendOutcome(thrown, feature, connectorId, preBroadcastErrorPattern)
