import type { HistoryPage, HistoryTransaction } from "@wmodal/api"
import { Failed } from "../http/Failed.ts"

const perPage = 50

/**
 * A page of what happened, newest first. The cursor names the last transaction of the page before, so that
 * what happens meanwhile moves nothing to another page.
 * @throws Failed when the cursor names none of them.
 */
export const historyPage = (
  transactions: readonly HistoryTransaction[],
  cursor: string | undefined,
): HistoryPage => {
  const start = cursor ? after(transactions, cursor) : 0
  const data = transactions.slice(start, start + perPage)
  const last = data.at(-1)
  const more = last !== undefined && start + perPage < transactions.length
  return { data: [...data], next: more ? Buffer.from(last.id).toString("base64url") : null }
}

const after = (transactions: readonly HistoryTransaction[], cursor: string): number => {
  const id = Buffer.from(cursor, "base64url").toString()
  const index = transactions.findIndex((transaction) => transaction.id === id)
  if (index === -1) throw new Failed({ status: 400, field: "cursor", description: "Invalid cursor" })
  return index + 1
}
