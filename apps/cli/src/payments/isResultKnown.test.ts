import type { EntryState } from "@wmodal/core/flows"
import { describe, expect, it } from "vitest"
import { isResultKnown } from "./isResultKnown.ts"

const hash = `0x${"ab".repeat(32)}`
const mined = { hash, at: 1, fee: null }

describe("isResultKnown", () => {
  it.each<[boolean, EntryState]>([
    [false, { _tag: "Lost" }],
    [false, { _tag: "Sent", hash }],
    [false, { _tag: "Mined", ...mined }],
    [true, { _tag: "Confirmed", ...mined }],
    [true, { _tag: "Reverted", ...mined }],
    [true, { _tag: "NotSent", text: "" }],
  ])("returns %j for %j", (isKnown, state) => {
    expect(isResultKnown({ state })).toBe(isKnown)
  })
})
