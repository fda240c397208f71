import { describe, expect, it } from "vitest"
import { openStateFolder } from "../state/StateFolder.ts"
import { makeTemporaryFolder } from "../testing/makeTemporaryFolder.ts"
import { readOpenEntryIds } from "./openEntryIds.ts"

describe("readOpenEntryIds", () => {
  it("returns the ids of unsettled entries and nothing without a ledger", () => {
    const folder = openStateFolder(makeTemporaryFolder())
    expect(readOpenEntryIds(folder)).toEqual(new Set())
    const data = [
      "Asked",
      "Lost",
      "Unanswered",
      "Sent",
      "Dropped",
      "Confirmed",
      "Reverted",
      "Declined",
      "Signed",
    ].map((_tag) => ({ id: `of ${_tag}`, state: { _tag } }))
    folder.writeText("ledger.json", JSON.stringify({ v: 1, data: [...data, null, { id: 1 }] }))
    expect([...readOpenEntryIds(folder)]).toEqual([
      "of Asked",
      "of Lost",
      "of Unanswered",
      "of Sent",
      "of Dropped",
    ])
  })
})
