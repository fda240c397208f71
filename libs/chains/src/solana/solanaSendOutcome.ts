import type { SendOutcome } from "../contract/WalletCalls.ts"
import { toFeatureSendOutcome } from "../standard/featureSendOutcome.ts"

/**
 * Node errors that prove a rejection before the broadcast. "Has already been processed" and an unknown blockhash are
 * left out: a wallet that retries after a lost response receives them for a pending transaction.
 */
const preBroadcastErrorPattern =
  /insufficient (?:funds|lamports)|attempt to debit an account but found no record of a prior credit/i

/** Makes the function that derives the outcome of a send from the error that the wallet threw. */
export const makeToSendOutcome =
  (connectorId: string) =>
  (thrown: unknown, feature: string): SendOutcome =>
    toFeatureSendOutcome(thrown, feature, connectorId, preBroadcastErrorPattern)
