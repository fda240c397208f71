import type { ActivityRow, ActivityState, LedgerEntry } from "@wmodal/core/flows"

/** One transaction as far as it is known: what was asked for, what the history says of it, or both. */
export interface KnownTransaction {
  readonly entry: LedgerEntry | null
  readonly row: ActivityRow | null
}

/** The hash of what was asked for; `null` while there is none. */
export const getHash = ({ state }: LedgerEntry): string | null => ("hash" in state ? state.hash : null)

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

/** Finds it by a row's key, a ledger's id or a hash; `null` where nobody knows it. */
export const findTransaction = (
  key: string,
  entries: readonly LedgerEntry[],
  activity: ActivityState,
): KnownTransaction | null => {
  const rows = listRows(activity)
  const asked = entries.find((entry) => entry.id === key || getHash(entry) === key)
  const hash = asked === undefined ? key : getHash(asked)
  const row =
    rows.find((one) => one.key === key || (asked !== undefined && one.entry?.id === asked.id)) ??
    rows.find((one) => one.hash !== null && one.hash === hash) ??
    null
  const entry = asked ?? row?.entry ?? null
  return entry === null && row === null ? null : { entry, row }
}
