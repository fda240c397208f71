import { describe, expect, it } from "vitest"
import { renderScene, wordsIn } from "../../gallery/renderScene.tsx"
import type { SceneName } from "../../gallery/scenes.ts"
import { AccountSettings } from "./AccountSettings.tsx"

const words = (scene: SceneName) => wordsIn(renderScene(scene, <AccountSettings />))

describe("AccountSettings", () => {
  it("names wallet, network and kind of account, and leads out", () => {
    expect(words("settings")).toEqual([
      "MetaMask",
      "Ethereum · 1 account",
      "E",
      "Ethereum",
      "Network",
      "Accounts",
      "Wallet account (EOA)",
      "Activity",
      "Disconnect",
    ])
  })

  it("disconnects one of two wallets, or both", () => {
    expect(words("settings-two-wallets")).toEqual(
      expect.arrayContaining(["Bitcoin · 2 accounts", "Disconnect all"]),
    )
    expect(renderScene("settings-two-wallets", <AccountSettings />)).toContain(
      'aria-label="Disconnect Xverse from Bitcoin"',
    )
  })

  it("shows no way to a history that the host has turned off", () => {
    const off = renderScene("settings", <AccountSettings />, { features: { history: false } })
    expect(wordsIn(off)).not.toContain("Activity")
  })
})
