import type { EntryState } from "./Ledger.ts"
import type { EntryDraft } from "./LedgerWriter.ts"
import type { StoredEntry } from "./ledgerModel.ts"

/** Also in pages that are not secure, where there is no `randomUUID`. */
export const generateId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  )

/** For a batch: 0x-hex, since some wallets take nothing else. */
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
  // The transaction of a batch is the wallet's own affair.
  transaction: batch === undefined ? transaction : null,
  mark: batch === undefined ? mark : null,
  ...(batch !== undefined && { batch }),
  state,
  turn: 0,
  sharpened: 0,
  told: false,
})
