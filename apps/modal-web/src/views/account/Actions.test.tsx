import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { quietFlows } from "../../gallery/signedIn.ts"
import { Actions } from "./Actions.tsx"

const words = (over: Parameters<typeof renderScene>[2]) =>
  getTexts(renderScene("account-swap", <Actions />, over))

describe("what a person can do with what they have", () => {
  it("stands in the host's order", () => {
    expect(words({})).toEqual(["Swap", "Send"])
    expect(words({ walletFeaturesOrder: ["send", "swaps", "send"] })).toEqual(["Send", "Swap"])
    expect(words({ walletFeaturesOrder: ["send"] })).toEqual(["Send"])
  })

  it("has swaps only where the site offers them, and on the networks that have them", () => {
    expect(words({ features: { swaps: false } })).toEqual(["Send"])
    expect(words({ flows: { ...quietFlows, swapOffered: false } })).toEqual(["Send"])
  })

  it("is nothing at all where nothing is offered", () => {
    expect(renderScene("account-swap", <Actions />, { features: { swaps: false, send: false } })).toBe("")
  })
})
