import { describe, expect, it } from "vitest"
import { editingIn } from "../../gallery/swapScenes.ts"
import { missingIn } from "./missingIn.ts"

describe("what keeps a swap from being reviewed", () => {
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
  ] as const)("%s: %s", (scene, missing) => {
    expect(missingIn(editingIn(scene))).toBe(missing)
  })

  it("asks for what is not there, one after the other", () => {
    const { form, ...rest } = editingIn("swap")
    const quote = { _tag: "None" } as const
    const bare = { ...rest, quote, ready: false }
    expect(missingIn({ ...bare, form: { ...form, source: null, destination: null } })).toBe("Source")
    expect(missingIn({ ...bare, form: { ...form, amount: "" } })).toBe("Amount")
    expect(missingIn({ ...bare, form })).toBe("Waiting")
  })

  it("never lets a stale quote through, whatever else is said of it", () => {
    expect(missingIn({ ...editingIn("swap-stale"), ready: true })).toBe("Stale")
  })
})
