import type { EntryState } from "./Ledger.ts"
import type { Draft } from "./LedgerRoom.ts"
import type { Noted } from "./ledgerModel.ts"

/** Also in pages that are not secure, where there is no `randomUUID`. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  )

export const newEntry = (
  { account, network, connectorId, subject, transaction, mark }: Draft,
  id: string,
  at: number,
  state: EntryState,
): Noted => ({
  id,
  at,
  account,
  network,
  connectorId,
  subject,
  transaction,
  mark,
  state,
  turn: 0,
  sharpened: 0,
  told: false,
})
