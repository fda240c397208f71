import type { ActivityState } from "@wmodal/core/flows"
import { describe, expect, it } from "vitest"
import { payment, row, sent } from "../../gallery/activitySamples.ts"
import { findTransaction } from "./findTransaction.ts"

const loaded = (...rows: readonly ReturnType<typeof row>[]): ActivityState => ({
  _tag: "Loaded",
  pending: [],
  months: [{ year: 2026, month: 10, rows }],
  more: "none",
})
const asked = payment(sent)
const hash = `0x${"4f".repeat(32)}`

describe("findTransaction", () => {
  it("finds a request by its id before the history has it", () => {
    expect(findTransaction("payment", [asked], loaded())).toEqual({ entry: asked, row: null })
  })

  it("merges it with its history row by hash", () => {
    const known = row("key", { hash })
    expect(findTransaction("payment", [asked], loaded(known))).toEqual({ entry: asked, row: known })
    expect(findTransaction(hash, [asked], loaded(known))).toEqual({ entry: asked, row: known })
  })

  it("finds a request by a hash from before its fee was raised", () => {
    const former = `0x${"aa".repeat(32)}`
    const raised = { ...asked, formerHashes: [former] }
    expect(findTransaction(former, [raised], loaded())).toEqual({ entry: raised, row: null })
  })

  it("returns the row alone when it was not requested here", () => {
    const known = row("key", { hash: "0x1" })
    expect(findTransaction("key", [asked], loaded(known))).toEqual({ entry: null, row: known })
  })

  it("never matches another entry that also has no hash", () => {
    const lost = { ...payment({ _tag: "Lost" }), id: "lost" }
    expect(findTransaction("lost", [lost], loaded(row("other", { hash: null })))).toEqual({
      entry: lost,
      row: null,
    })
  })

  it("returns null for an unknown transaction", () => {
    expect(findTransaction("nothing", [asked], loaded(row("key", {})))).toBeNull()
    expect(findTransaction("nothing", [], { _tag: "Loading" })).toBeNull()
  })
})
