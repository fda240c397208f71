import type { Ledger } from "../ledger/Ledger.ts"
import { Rejected } from "../transaction/Rejected.ts"

/** What the ledger says to a transaction: `<code> <message>`. */
export const answerTo = (ledger: Ledger, hex: string): string => {
  try {
    return ledger.send(hex)
  } catch (error) {
    if (error instanceof Rejected) return `${error.code} ${error.message}`
    throw error
  }
}
