import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { quietFlows, sepolia } from "../../gallery/signedIn.ts"
import { Actions } from "./Actions.tsx"

const words = (over: Parameters<typeof renderScene>[2]) =>
  getTexts(renderScene("account-swap", <Actions />, over))

describe("Actions", () => {
  it("follows the host's order", () => {
    expect(words({})).toEqual(["Swap", "Send"])
    expect(words({ walletFeaturesOrder: ["send", "swaps", "send"] })).toEqual(["Send", "Swap"])
    expect(words({ walletFeaturesOrder: ["send"] })).toEqual(["Send"])
  })

  it("includes receiving only when the host offers it, between swapping and sending by default", () => {
    expect(words({ features: { swaps: true, receive: true } })).toEqual(["Swap", "Receive", "Send"])
    expect(words({ features: { swaps: true, receive: false } })).toEqual(["Swap", "Send"])
  })

  it("includes buying first, only where the host has a server for it and the network sells tokens", () => {
    const buy = { features: { onramp: true, receive: true } }
    expect(words(buy)).toEqual(["Receive", "Send"])
    expect(words({ ...buy, endpoints: { blockchain: "https://api.example" } })).toEqual([
      "Buy",
      "Receive",
      "Send",
    ])
    const onSepolia = { shown: { network: sepolia, known: true } }
    expect(words({ ...buy, ...onSepolia, endpoints: { blockchain: "https://api.example" } })).toEqual([
      "Receive",
      "Send",
    ])
  })

  it("includes swaps only when the host offers them, on the networks that support them", () => {
    expect(words({ features: { swaps: false } })).toEqual(["Send"])
    expect(words({ flows: { ...quietFlows, swapOffered: false } })).toEqual(["Send"])
  })

  it("renders nothing when the host offers no feature", () => {
    expect(renderScene("account-swap", <Actions />, { features: { swaps: false, send: false } })).toBe("")
  })
})
