import type { HistoryPage, HistoryTransaction } from "@wmodal/api"
import { RequestError } from "../http/RequestError.ts"

const pageSize = 50

/**
 * Makes a page of a history, newest first. The cursor names the last transaction of the previous page, so that new
 * transactions do not shift entries between pages.
 * @throws Failed when the cursor is unknown.
 */
export const makeHistoryPage = (
  transactions: readonly HistoryTransaction[],
  cursor: string | undefined,
): HistoryPage => {
  const start = cursor ? indexAfterCursor(transactions, cursor) : 0
  const data = transactions.slice(start, start + pageSize)
  const last = data.at(-1)
  const more = last !== undefined && start + pageSize < transactions.length
  return { data: [...data], next: more ? Buffer.from(last.id).toString("base64url") : null }
}

const indexAfterCursor = (transactions: readonly HistoryTransaction[], cursor: string): number => {
  const id = Buffer.from(cursor, "base64url").toString()
  const index = transactions.findIndex((transaction) => transaction.id === id)
  if (index === -1) throw new RequestError({ status: 400, field: "cursor", description: "Invalid cursor" })
  return index + 1
}
