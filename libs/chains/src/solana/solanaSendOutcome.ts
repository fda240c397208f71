import type { SendOutcome } from "../contract/WalletCalls.ts"
import { toFeatureSendOutcome } from "../standard/featureSendOutcome.ts"

/**
 * A node's words for what it has not taken. That it "has already been processed", or that its blockhash is not known, is
 * not among them: a wallet that asks again, since the first reply was lost, hears that of one that is on its way.
 */
const preBroadcastErrorPattern =
  /insufficient (?:funds|lamports)|attempt to debit an account but found no record of a prior credit/i

/** What came of a transaction that a wallet should have sent, from what it threw. */
export const makeToSendOutcome =
  (connectorId: string) =>
  (thrown: unknown, feature: string): SendOutcome =>
    toFeatureSendOutcome(thrown, feature, connectorId, preBroadcastErrorPattern)
