import type { EntryState } from "./Ledger.ts"
import type { EntryDraft } from "./LedgerWriter.ts"
import type { StoredEntry } from "./ledgerModel.ts"

/** Generates a random id, also in insecure contexts, which lack `randomUUID`. */
export const generateId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  )

/** Generates a batch id in 0x-hex, since some wallets accept nothing else. */
export const generateBatchId = (): string => `0x${generateId()}${generateId()}`

export const makeEntry = (
  { account, network, connectorId, subject, transaction, mark, batch }: EntryDraft,
  id: string,
  at: number,
  state: EntryState,
): StoredEntry => ({
  id,
  at,
  account,
  network,
  connectorId,
  subject,
  // The wallet chooses the transaction of a batch.
  transaction: batch === undefined ? transaction : null,
  mark: batch === undefined ? mark : null,
  ...(batch !== undefined && { batch }),
  state,
  turn: 0,
  sharpened: 0,
  told: false,
})
