import type { StateFolder } from "../state/StateFolder.ts"
import { readLedger } from "./ledgerFile.ts"
import { getEntryIds } from "./storedEntries.ts"

/** Returns the ids of the entries that are unsettled in the ledger. Read before this run updates them. */
export const readOpenEntryIds = (folder: StateFolder): ReadonlySet<string> =>
  getEntryIds(readLedger(folder) ?? [], "open")
