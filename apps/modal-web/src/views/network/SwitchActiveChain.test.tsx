import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { solana } from "../../gallery/threeChains.ts"
import { SwitchActiveChain } from "./SwitchActiveChain.tsx"

const view = <SwitchActiveChain target={solana.caipNetworkId} />

describe("SwitchActiveChain", () => {
  it("shows the chain, the connections that stay, and the next action", () => {
    expect(getTexts(renderScene("switch-chain-two", view)).slice(1)).toEqual([
      "Solana needs a wallet",
      "You picked \u2068Solana\u2069. No wallet is connected for it yet.",
      "Stays connected",
      "MetaMask",
      "Ethereum · \u20680x52...9c0f3a\u2069",
      "Xverse",
      "Bitcoin · \u2068bc1q...wf5mdq\u2069",
      "Connect a wallet",
      "Cancel",
    ])
  })

  it("promises no kept connection when none is left", () => {
    expect(getTexts(renderScene("switch-chain", view, { states: {} }))).not.toContain("Stays connected")
  })

  it("shows a way back from a network that the page does not have", () => {
    const words = getTexts(renderScene("switch-chain-gone", <SwitchActiveChain target="solana:gone" />))
    expect(words.at(-1)).toBe("Choose another network")
  })
})
