import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { GetWallet } from "./GetWallet.tsx"

describe("GetWallet", () => {
  it("explains wallets, and offers a few and a link to all", () => {
    expect(getTexts(renderScene("get-wallet", <GetWallet />))).toEqual([
      "A wallet keeps your keys and asks you before anything is signed or sent. Choose one to start.",
      "What is a wallet?",
      "MetaMask",
      "Certified",
      "Trust",
      "Rainbow",
      "Phantom",
      "Certified",
      "All wallets",
    ])
  })

  it("keeps the space of the suggestions while loading, and removes it when there are none", () => {
    expect(renderScene("get-wallet-loading", <GetWallet />)).toContain('aria-label="Loading wallets"')
    expect(getTexts(renderScene("all-wallets-nothing", <GetWallet />))).toHaveLength(3)
  })
})
