import type { SendOutcome } from "../contract/WalletCalls.ts"
import { outcomeOfRefusal } from "../standard/outcomeOfRefusal.ts"

/**
 * A node's words for what it has not taken. That it "has already been processed", or that its blockhash is not known, is
 * not among them: a wallet that asks again, since the first reply was lost, hears that of one that is on its way.
 */
const beforeBroadcast =
  /insufficient (?:funds|lamports)|attempt to debit an account but found no record of a prior credit/i

/** What came of a transaction that a wallet should have sent, from what it threw. */
export const outcomeOf =
  (connectorId: string) =>
  (thrown: unknown, feature: string): SendOutcome =>
    outcomeOfRefusal(thrown, feature, connectorId, beforeBroadcast)
