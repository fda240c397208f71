import { describe, expect, it } from "vitest"
import { renderScene, wordsIn } from "../../gallery/renderScene.tsx"
import type { SceneName } from "../../gallery/scenes.ts"
import { Account } from "./Account.tsx"

const words = (scene: SceneName) => wordsIn(renderScene(scene, <Account />))

describe("Account", () => {
  it("shows balance, network, wallet and the way out", () => {
    expect(words("account")).toEqual([
      "Balance",
      "1",
      ".204",
      "ETH",
      "Copy address",
      "Explorer",
      "E",
      "Ethereum",
      "Network",
      "MetaMask",
      "Wallet",
      "Disconnect",
    ])
  })

  it("names the address beside a profile name, and groups an endless amount exactly", () => {
    const shown = words("account-huge")
    expect(shown).toContain("0x52...9c0f3a")
    expect(shown).toContain(`1${",000".repeat(10)}`)
    expect(shown).toContain(".123")
  })

  it("says that the balance is unavailable, and offers to try again", () => {
    expect(words("account-failed")).toEqual(
      expect.arrayContaining(["Token Balance Unavailable", "Try again"]),
    )
    expect(words("account-failed")).not.toContain("Explorer")
  })

  it("says that a balance is old beside it, and offers to try again", () => {
    expect(words("account-old")).toEqual(
      expect.arrayContaining(["1", ".2", "This balance may be out of date", "Try again"]),
    )
  })

  it("keeps the balance readable in a right-to-left page", () => {
    expect(renderScene("account", <Account />)).toContain('<bdi dir="ltr">')
  })

  it("says so when nothing is connected any more", () => {
    expect(wordsIn(renderScene("account", <Account />, { account: null }))).toEqual(["Nothing is connected"])
  })
})
