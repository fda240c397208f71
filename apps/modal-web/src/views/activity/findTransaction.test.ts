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

describe("a transaction that is wanted", () => {
  it("is found by the id of what was asked for, before the history has it", () => {
    expect(findTransaction("payment", [asked], loaded())).toEqual({ entry: asked, row: null })
  })

  it("is one with its row in the history, by hash", () => {
    const known = row("key", { hash })
    expect(findTransaction("payment", [asked], loaded(known))).toEqual({ entry: asked, row: known })
    expect(findTransaction(hash, [asked], loaded(known))).toEqual({ entry: asked, row: known })
  })

  it("is found by its row alone, where nobody asked for it here", () => {
    const known = row("key", { hash: "0x1" })
    expect(findTransaction("key", [asked], loaded(known))).toEqual({ entry: null, row: known })
  })

  it("is never another one that has no hash yet, either", () => {
    const lost = { ...payment({ _tag: "Lost" }), id: "lost" }
    expect(findTransaction("lost", [lost], loaded(row("other", { hash: null })))).toEqual({
      entry: lost,
      row: null,
    })
  })

  it("is not there where nobody knows it", () => {
    expect(findTransaction("nothing", [asked], loaded(row("key", {})))).toBeNull()
    expect(findTransaction("nothing", [], { _tag: "Loading" })).toBeNull()
  })
})
