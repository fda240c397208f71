import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { GetWallet } from "./GetWallet.tsx"

describe("GetWallet", () => {
  it("says what a wallet is for, and offers a few and the way to all", () => {
    expect(getTexts(renderScene("get-wallet", <GetWallet />))).toEqual([
      "A wallet keeps your keys and asks you before anything is signed or sent. Choose one to begin with.",
      "MetaMask",
      "Certified",
      "Trust",
      "Rainbow",
      "Phantom",
      "Certified",
      "All wallets",
    ])
  })

  it("holds the place of the few, and leaves it where there are none", () => {
    expect(renderScene("get-wallet-loading", <GetWallet />)).toContain('aria-label="Loading wallets"')
    expect(getTexts(renderScene("all-wallets-nothing", <GetWallet />))).toHaveLength(2)
  })
})
