import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { getScene } from "../../gallery/scenes.ts"
import { GetWallet } from "./GetWallet.tsx"

const noStores = { appStore: null, playStore: null, chromeStore: null, homepage: null }
const { entries } = getScene("get-wallet").wallets
const storeless = {
  query: "",
  certified: false,
  entries: entries.map((entry) => ({ ...entry, stores: noStores })),
  count: entries.length,
  status: "end",
} as const

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

  it("says that the suggestions could not be loaded, and offers another try", () => {
    expect(getTexts(renderScene("all-wallets-failed", <GetWallet />)).slice(2, -1)).toEqual([
      "The list could not be loaded",
      "Check your connection. Any wallet on your phone can still scan the code.",
      "Try again",
    ])
  })

  it("removes the space of the suggestions when no wallet has a download", () => {
    expect(renderScene("get-wallet", <GetWallet />, { wallets: storeless })).not.toContain(
      'aria-label="Loading wallets"',
    )
  })
})
