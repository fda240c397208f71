import type { ActivityMonth, ActivityRow } from "./Activity.ts"
import type { Month } from "./calendar.ts"

/** A row with its month, which is computed once. */
export interface DatedRow {
  readonly row: ActivityRow
  readonly month: Month
}

/** Maximum number of pending rows. Source: the AppKit 1.7.2 wire. */
const maxPendingRows = 99

/**
 * Merges history and ledger, each transaction once. Unsettled entries are pinned. A settled entry appears in its place
 * even before the history has it, unless that part of the history is not loaded yet.
 */
export const mergeActivity = (sources: {
  /** Rows of the history, newest first, each hash once. */
  readonly history: readonly DatedRow[]
  /** Ledger entries, newest first. */
  readonly ledger: readonly DatedRow[]
  /** True if there is older history. */
  readonly unread: boolean
}): { readonly pending: readonly ActivityRow[]; readonly months: readonly ActivityMonth[] } => {
  const { history, unread } = sources
  const ledger = new Map(sources.ledger.toReversed().map((dated) => [dated.row.key, dated]))
  const pinned = [...ledger.values()].filter(({ row }) => row.status === "pending").toReversed()
  const settled = new Map([...ledger].filter(([, { row }]) => row.status !== "pending"))
  const hidden = new Set(pinned.map(({ row }) => row.key))
  const rows: DatedRow[] = []
  for (const { row, month } of history) {
    if (hidden.has(row.key)) continue
    const known = settled.get(row.key)
    rows.push(known === undefined ? { row, month } : { row: withLedgerEntry(row, known.row), month })
    settled.delete(row.key)
  }
  const oldest = unread ? (history.at(-1)?.row.at ?? Number.POSITIVE_INFINITY) : Number.NEGATIVE_INFINITY
  rows.push(...[...settled.values()].filter(({ row }) => row.at >= oldest))
  return {
    pending: pinned.slice(0, maxPendingRows).map(({ row }) => row),
    months: groupByMonth(rows.toSorted((a, b) => b.row.at - a.row.at)),
  }
}

/** Takes the result from the history, but not its type for a revoked approval, which it calls an approval. */
const withLedgerEntry = (row: ActivityRow, { entry, operation }: ActivityRow): ActivityRow => ({
  ...row,
  entry,
  ...(operation === "revoke" && { operation }),
})

const groupByMonth = (rows: readonly DatedRow[]): readonly ActivityMonth[] => {
  const months: { year: number; month: number; rows: ActivityRow[] }[] = []
  for (const { row, month } of rows) {
    const last = months.at(-1)
    if (last?.year === month.year && last.month === month.month) last.rows.push(row)
    else months.push({ ...month, rows: [row] })
  }
  return months
}
