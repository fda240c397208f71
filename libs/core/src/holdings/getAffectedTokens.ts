import type { RequestedAction } from "../ledger/Ledger.ts"

/**
 * Returns the tokens with changed balances, each once: plain addresses, `null` for the native currency, which paid the
 * fee in any case. A dApp's request may move any token; the next full read finds that.
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
