import type { SendOutcome } from "../contract/WalletCalls.ts"
import { toFeatureSendOutcome } from "../standard/featureSendOutcome.ts"

/**
 * A node's words for what it has not taken. That its coins are "missing or spent", or that it is there already, is not
 * among them: a wallet that asks again, since the first reply was lost, hears that of one that is on its way.
 */
const preBroadcastErrorPattern =
  /insufficient funds|min relay fee not met|mempool min fee not met|\bdust\b|mandatory-script-verify-flag-failed|insufficient fee, rejecting replacement/i

/** What came of a transaction that a wallet should have sent, from what it threw. */
export const makeToSendOutcome =
  (connectorId: string) =>
  (thrown: unknown, feature: string): SendOutcome =>
    toFeatureSendOutcome(thrown, feature, connectorId, preBroadcastErrorPattern)
