import { describe, expect, it } from "vitest"
import { editingIn } from "../../gallery/swapScenes.ts"
import { wrongIn } from "./placeOf.ts"

describe("where what is wrong is shown", () => {
  it.each([
    ["swap", []],
    ["swap-incorrect", ["amount"]],
    ["swap-no-gas", ["amount"]],
    ["swap-no-quote", ["received"]],
    ["swap-quote-failed", ["received"]],
    ["swap-no-price", ["form"]],
    ["swap-twin", ["form"]],
  ] as const)("%s: %j", (scene, places) => {
    expect(Object.keys(wrongIn(editingIn(scene)))).toEqual(places)
  })

  it("is shown once where a quote and the form say the same", () => {
    const editing = editingIn("swap-no-quote")
    const { quote } = editing
    const error = quote._tag === "Failed" ? quote.error : null
    expect(Object.values(wrongIn({ ...editing, error }))).toEqual([error])
  })
})
