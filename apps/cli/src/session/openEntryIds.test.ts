import { describe, expect, it } from "vitest"
import { openStateFolder } from "../state/StateFolder.ts"
import { makeTemporaryFolder } from "../testing/makeTemporaryFolder.ts"
import { readOpenEntryIds } from "./openEntryIds.ts"

describe("openEntries", () => {
  it("names what is not settled, and nothing where there is no ledger", () => {
    const folder = openStateFolder(makeTemporaryFolder())
    expect(readOpenEntryIds(folder)).toEqual(new Set())
    const data = ["Asked", "Lost", "Sent", "Dropped", "Confirmed", "Reverted", "Declined", "Signed"].map(
      (_tag) => ({ id: `of ${_tag}`, state: { _tag } }),
    )
    folder.write("ledger.json", { v: 1, data: [...data, null, { id: 1 }] })
    expect([...readOpenEntryIds(folder)]).toEqual(["of Asked", "of Lost", "of Sent", "of Dropped"])
  })
})
