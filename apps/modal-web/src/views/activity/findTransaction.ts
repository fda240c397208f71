import {
  type ActivityRow,
  type ActivityState,
  getAllHashes,
  getHash,
  type LedgerEntry,
} from "@wmodal/core/flows"

/** The known data of one transaction: the request, the history's row, or both. */
export interface KnownTransaction {
  readonly entry: LedgerEntry | null
  readonly row: ActivityRow | null
}

const listRows = (state: ActivityState): readonly ActivityRow[] => {
  switch (state._tag) {
    case "Loaded":
      return [...state.pending, ...state.months.flatMap(({ rows }) => rows)]
    case "Failed":
      return state.pending
    case "Disconnected":
    case "Loading":
      return []
  }
}

/** Finds a transaction by a row's key, a ledger's id or a hash; `null` when it is unknown. */
export const findTransaction = (
  key: string,
  entries: readonly LedgerEntry[],
  activity: ActivityState,
): KnownTransaction | null => {
  const rows = listRows(activity)
  const asked = entries.find((entry) => entry.id === key || getAllHashes(entry).includes(key))
  const hash = asked === undefined ? key : getHash(asked.state)
  const row =
    rows.find((one) => one.key === key || (asked !== undefined && one.entry?.id === asked.id)) ??
    rows.find((one) => one.hash !== null && one.hash === hash) ??
    null
  const entry = asked ?? row?.entry ?? null
  return entry === null && row === null ? null : { entry, row }
}
