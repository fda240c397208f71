import type { WalletFeature } from "@wmodal/core"
import { afterEach, describe, expect, it, vi } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { getScene, type SceneName } from "../../gallery/scenes.ts"
import { Account } from "./Account.tsx"

const markup = (scene: SceneName) => renderScene(scene, <Account />)
const words = (scene: SceneName) => getTexts(markup(scene))

/** The same at a moment of its own: a scene is as old as the test run. */
const wordsBefore = (scene: SceneName, milliseconds: number) => {
  const { holdings } = getScene(scene).flows
  vi.setSystemTime(("retryAt" in holdings ? holdings.retryAt : 0) - milliseconds)
  return words(scene)
}

afterEach(() => {
  vi.useRealTimers()
})

describe("Account", () => {
  it("shows the network, what all of it is worth, what can be done and the tokens", () => {
    expect(words("account")).toEqual([
      "E",
      "Ethereum",
      "Copy address",
      "Balance",
      "$",
      "4",
      ",",
      "182",
      ".",
      "67",
      "Send",
      "Tokens",
      "NFTs",
      "Activity",
      "Ether",
      "1.20 ETH",
      "$3,010.40",
      "USD Coin",
      "950.00 USDC",
      "$950.00",
      "POL",
      "412.09 POL",
      "$222.27",
    ])
  })

  it("names the address beside a profile name, and leads to the accounts", () => {
    expect(words("account-named")).toContain("0x52...9c0f3a")
    expect(markup("account-named")).toContain('aria-label="Accounts"')
  })

  it("says of a smart account that it is one", () => {
    expect(getTexts(renderScene("email-account", <Account />))).toContain("Smart account")
    expect(getTexts(renderScene("account", <Account />))).not.toContain("Smart account")
  })

  it("says how much there is of the network's currency where nobody knows what it is worth", () => {
    expect(words("tokens-chain-alone")).toEqual(expect.arrayContaining(["Balance", "1", ".204", "ETH"]))
    expect(words("tokens-chain-alone")).not.toContain("$")
  })

  it("says that the balance is unavailable, once, and when it can be tried again", () => {
    const shown = wordsBefore("tokens-unavailable", 29_001)
    expect(shown.filter((word) => word === "Token Balance Unavailable")).toHaveLength(1)
    expect(shown).toContain("Try again in 30 seconds")
    expect(markup("tokens-unavailable")).toContain('aria-disabled="true"')
    expect(shown).toContain("1.20 ETH")
  })

  it("groups an endless amount exactly", () => {
    expect(words("account-huge")).toEqual(expect.arrayContaining([`1${",000".repeat(10)}`, ".123"]))
  })

  it("has a dash where nothing could be read, and no way to an explorer that is not there", () => {
    expect(words("account-unread")).toEqual(
      expect.arrayContaining(["Balance not known", "Token Balance Unavailable", "Try again"]),
    )
    expect(markup("account-unread")).not.toContain("opens in a new tab")
  })

  it("says that a balance is old beside it, and when it can be tried again", () => {
    expect(wordsBefore("tokens-many", 30_000)).toEqual(
      expect.arrayContaining(["This balance may be out of date", "Try again in 30 seconds", "Ether"]),
    )
    expect(wordsBefore("tokens-many", 0)).toContain("Try again")
  })

  it("cuts quantities after two digits, exactly, and shows no worth that nobody knows", () => {
    expect(words("tokens-many")).toContain("123,456,789,012.34 LONGNAME")
  })

  it("cuts later what is less than one: a hundredth of a bitcoin is a lot", () => {
    expect(words("account-bitcoin")).toEqual(expect.arrayContaining(["Bitcoin", "0.048213 BTC", "$4,060.08"]))
  })

  it("has words for an account that holds nothing", () => {
    expect(words("tokens-none")).toEqual(expect.arrayContaining(["0.00 ETH", "$0.00", "No tokens yet"]))
  })

  it("keeps amounts readable in a right-to-left page", () => {
    expect(markup("account")).toContain('<bdi dir="ltr">1.20 ETH</bdi>')
  })

  it("tells a screen reader how many tokens there are", () => {
    expect(markup("account")).toContain('aria-setsize="3" aria-posinset="2"')
  })

  it("offers nothing that has no view, and no history where the host has turned it off", () => {
    expect(words("account")).not.toContain("Buy")
    const off = getTexts(renderScene("account", <Account />, { features: { history: false, send: false } }))
    expect(off).not.toContain("Activity")
    expect(off).not.toContain("Send")
    expect(off).toContain("1.20 ETH")
  })

  it("offers only what the host has put into its order", () => {
    const over = (walletFeaturesOrder: readonly WalletFeature[]) =>
      getTexts(renderScene("account", <Account />, { walletFeaturesOrder }))
    expect(over(["send", "send", "swaps"]).filter((word) => word === "Send")).toHaveLength(1)
    expect(over(["onramp", "swaps", "receive"])).not.toContain("Send")
  })

  it("leads to the explorer, where it tells nobody where it comes from", () => {
    expect(markup("account")).toContain(
      'href="https://etherscan.io/" target="_blank" rel="noopener noreferrer" aria-label="Show the account in the explorer, opens in a new tab"',
    )
  })

  it("says so when nothing is connected any more", () => {
    expect(getTexts(renderScene("account", <Account />, { account: null }))).toEqual(["Nothing is connected"])
  })
})
