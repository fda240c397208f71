import type { ActivityState } from "@wmodal/core/flows"
import { describe, expect, it } from "vitest"
import { payment, row, sent } from "../../gallery/activitySamples.ts"
import { transactionOf } from "./transactionOf.ts"

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
    expect(transactionOf("payment", [asked], loaded())).toEqual({ entry: asked, row: null })
  })

  it("is one with its row in the history, by hash", () => {
    const known = row("key", { hash })
    expect(transactionOf("payment", [asked], loaded(known))).toEqual({ entry: asked, row: known })
    expect(transactionOf(hash, [asked], loaded(known))).toEqual({ entry: asked, row: known })
  })

  it("is found by its row alone, where nobody asked for it here", () => {
    const known = row("key", { hash: "0x1" })
    expect(transactionOf("key", [asked], loaded(known))).toEqual({ entry: null, row: known })
  })

  it("is never another one that has no hash yet, either", () => {
    const lost = { ...payment({ _tag: "Lost" }), id: "lost" }
    expect(transactionOf("lost", [lost], loaded(row("other", { hash: null })))).toEqual({
      entry: lost,
      row: null,
    })
  })

  it("is not there where nobody knows it", () => {
    expect(transactionOf("nothing", [asked], loaded(row("key", {})))).toBeNull()
    expect(transactionOf("nothing", [], { _tag: "Loading" })).toBeNull()
  })
})
