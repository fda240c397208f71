import type { RequestedAction } from "../ledger/Ledger.ts"

/**
 * Whose balances are other ones after it, each once: plain addresses, `null` for the network's own currency, which paid
 * the fee in any case. What a page has asked for may move anything; that is found when all is read the next time.
 */
export const getAffectedTokens = (subject: RequestedAction): readonly (string | null)[] => {
  switch (subject._tag) {
    case "Transfer":
      return [null, subject.token.address]
    case "Swap":
      return [...new Set([subject.source.address, subject.destination.address, null])]
    default:
      return [null]
  }
}
