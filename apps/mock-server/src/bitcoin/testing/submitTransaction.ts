import type { Ledger } from "../ledger/Ledger.ts"
import { TransactionRejected } from "../transaction/TransactionRejected.ts"

/** Returns the response of the ledger to a transaction: `<code> <message>`. */
export const submitTransaction = (ledger: Ledger, hex: string): string => {
  try {
    return ledger.send(hex)
  } catch (error) {
    if (error instanceof TransactionRejected) return `${error.code} ${error.message}`
    throw error
  }
}
