import type { EngineServices } from "../services/EngineServices.ts"
import { ledgerKey } from "../storage/PersistedState.ts"

/** The number of unreadable ledgers that are kept. */
const maxKeptLedgers = 9

/**
 * Copies an unreadable ledger to a key of its own: the next write replaces it, and it may record a pending payment. Never
 * throws, and never replaces an earlier copy.
 */
export const keepLedgerAside = (storage: EngineServices["storage"], text: string): void => {
  try {
    for (let number = 1; number <= maxKeptLedgers; number++) {
      const key = number === 1 ? `${ledgerKey}.bad` : `${ledgerKey}.${number}.bad`
      const kept = storage.get(key)
      if (kept === null) storage.set(key, text)
      if (kept === null || kept === text) return
    }
  } catch {
    // Blocked or full storage is reported by the next write.
  }
}
