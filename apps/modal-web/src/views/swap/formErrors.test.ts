import { describe, expect, it } from "vitest"
import { getEditingState } from "../../gallery/swapScenes.ts"
import { firstMissingSwapField, getErrorsByField } from "./Swap.tsx"

describe("firstMissingSwapField", () => {
  it.each([
    ["swap", null],
    ["swap-empty", "Destination"],
    ["swap-quoting", "Quoting"],
    ["swap-stale", "Stale"],
    ["swap-refreshing", null],
    ["swap-insufficient", "More"],
    ["swap-no-quote", "More"],
    ["swap-not-built", null],
    ["swap-twin", null],
    ["swap-refused", "More"],
    ["swap-preparing", null],
  ] as const)("reads the scene %s and returns %s", (scene, missing) => {
    expect(firstMissingSwapField(getEditingState(scene))).toBe(missing)
  })

  it("returns missing inputs one at a time", () => {
    const { form, ...rest } = getEditingState("swap")
    const quote = { _tag: "None" } as const
    const bare = { ...rest, quote, ready: false }
    expect(firstMissingSwapField({ ...bare, form: { ...form, source: null, destination: null } })).toBe(
      "Source",
    )
    expect(firstMissingSwapField({ ...bare, form: { ...form, amount: "" } })).toBe("Amount")
    expect(firstMissingSwapField({ ...bare, form })).toBe("Waiting")
  })

  it("never allows a stale quote, with any other state", () => {
    expect(firstMissingSwapField({ ...getEditingState("swap-stale"), ready: true })).toBe("Stale")
  })
})

describe("getErrorsByField", () => {
  it.each([
    ["swap", []],
    ["swap-incorrect", ["amount"]],
    ["swap-no-gas", ["amount"]],
    ["swap-no-quote", ["received"]],
    ["swap-quote-failed", ["received"]],
    ["swap-no-price", ["form"]],
    ["swap-twin", ["form"]],
  ] as const)("reads the scene %s and returns errors at %j", (scene, places) => {
    expect(Object.keys(getErrorsByField(getEditingState(scene)))).toEqual(places)
  })

  it("returns an error once when the quote and the form both have it", () => {
    const editing = getEditingState("swap-no-quote")
    const { quote } = editing
    const error = quote._tag === "Failed" ? quote.error : null
    expect(Object.values(getErrorsByField({ ...editing, error }))).toEqual([error])
  })
})
