import { describe, expect, it } from "vitest"
import { renderScene, wordsIn } from "../../gallery/renderScene.tsx"
import { type SceneName, sceneOf } from "../../gallery/scenes.ts"
import { AccountSettings } from "./AccountSettings.tsx"

const words = (scene: SceneName) => wordsIn(renderScene(scene, <AccountSettings />))

describe("AccountSettings", () => {
  it("names wallet, network and kind of account, and leads out", () => {
    expect(words("settings")).toEqual([
      "MetaMask",
      "Ethereum · \u20660x52...9c0f3a\u2069",
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
      expect.arrayContaining(["Bitcoin", "bc1q...wf5mdq", "Disconnect all"]),
    )
    expect(renderScene("settings-two-wallets", <AccountSettings />)).toContain(
      'aria-label="Disconnect Xverse from Bitcoin"',
    )
  })

  it("names what each button disconnects, and that the last one disconnects all", () => {
    const markup = renderScene("settings-chains", <AccountSettings />)
    const named = [...markup.matchAll(/aria-label="(Disconnect [^"]*)"/g)].map(([, label]) => label)
    expect(named).toEqual([
      "Disconnect MetaMask from Ethereum",
      "Disconnect Phantom from Solana",
      "Disconnect Xverse from Bitcoin",
    ])
    expect(wordsIn(markup).at(-1)).toBe("Disconnect all")
  })

  it("tells the kind of the account in use, on the chain in use", () => {
    expect(wordsIn(renderScene("settings-chains", <AccountSettings />))).toContain("Wallet account (EOA)")
    const { account, shown, flows } = sceneOf("account-bitcoin")
    const onBitcoin = renderScene("settings-chains", <AccountSettings />, { account, shown, flows })
    expect(wordsIn(onBitcoin)).toContain("Payment address")
  })

  it("shows no way to a history that the host has turned off", () => {
    const off = renderScene("settings", <AccountSettings />, { features: { history: false } })
    expect(wordsIn(off)).not.toContain("Activity")
  })
})
