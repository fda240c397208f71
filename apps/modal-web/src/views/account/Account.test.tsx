import type { WalletFeature } from "@wmodal/core"
import { afterEach, describe, expect, it, vi } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { getScene, type SceneName } from "../../gallery/scenes.ts"
import { Account } from "./Account.tsx"
import { AccountTitle } from "./AccountTitle.tsx"

const markup = (scene: SceneName) => renderScene(scene, <Account />)
const words = (scene: SceneName) => getTexts(markup(scene))

/** Renders a scene at a fixed time before now, because a scene is as old as the test run. */
const wordsBefore = (scene: SceneName, milliseconds: number) => {
  const { holdings } = getScene(scene).flows
  vi.setSystemTime(("retryAt" in holdings ? holdings.retryAt : 0) - milliseconds)
  return words(scene)
}

afterEach(() => {
  vi.useRealTimers()
})

describe("AccountTitle", () => {
  it("shows four characters of each end of an address, or twenty of a name", () => {
    expect(getTexts(renderScene("account", <AccountTitle />))).toEqual(["0x52...0f3a"])
    expect(getTexts(renderScene("account-huge", <AccountTitle />))).toEqual(["a-name-that-is-much-..."])
  })
})

describe("Account", () => {
  it("shows the network, the total value, the actions and the tokens", () => {
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

  it("shows the address next to a profile name and links to the accounts", () => {
    expect(words("account-named")).toContain("0x52...0f3a")
    expect(markup("account-named")).toContain('aria-label="Accounts"')
  })

  it("labels a smart account", () => {
    expect(getTexts(renderScene("email-account", <Account />))).toContain("Smart account")
    expect(getTexts(renderScene("account", <Account />))).not.toContain("Smart account")
  })

  it("shows the native balance when its value is unknown", () => {
    expect(words("tokens-chain-alone")).toEqual(expect.arrayContaining(["Balance", "1", ".204", "ETH"]))
    expect(words("tokens-chain-alone")).not.toContain("$")
    expect(words("tokens-chain-alone")).toContain("Tokens are not listed here")
  })

  it("reports an unavailable balance once, with the time of the next retry", () => {
    const shown = wordsBefore("tokens-unavailable", 29_001)
    expect(shown.filter((word) => word === "Token Balance Unavailable")).toHaveLength(1)
    expect(shown).toContain("Try again in 30 seconds")
    expect(markup("tokens-unavailable")).toContain('aria-disabled="true"')
    expect(shown).toContain("1.20 ETH")
  })

  it("groups the digits of a very long amount exactly", () => {
    expect(words("account-huge")).toEqual(expect.arrayContaining([`1${",000".repeat(10)}`, ".123"]))
  })

  it("shows a dash for unread values and no explorer link without an explorer", () => {
    expect(words("account-unread")).toEqual(
      expect.arrayContaining(["Balance unknown", "Token Balance Unavailable", "Try again"]),
    )
    expect(markup("account-unread")).not.toContain("opens in a new tab")
  })

  it("reports an outdated balance next to it, with the time of the next retry", () => {
    expect(wordsBefore("tokens-many", 30_000)).toEqual(
      expect.arrayContaining(["This balance may be out of date", "Try again in 30 seconds", "Ether"]),
    )
    expect(wordsBefore("tokens-many", 0)).toContain("Try again")
  })

  it("truncates quantities after two digits, exactly, and hides unknown values", () => {
    expect(words("tokens-many")).toContain("123,456,789,012.34 LONGNAME")
  })

  it("truncates later below one, because a hundredth of a bitcoin is a lot", () => {
    expect(words("account-bitcoin")).toEqual(expect.arrayContaining(["Bitcoin", "0.048213 BTC", "$4,060.08"]))
  })

  it("shows a text for an empty account", () => {
    expect(words("tokens-none")).toEqual(expect.arrayContaining(["0.00 ETH", "$0.00", "No tokens yet"]))
  })

  it("isolates amounts in a right-to-left page", () => {
    expect(markup("account")).toContain('<bdi dir="ltr">1.20 ETH</bdi>')
  })

  it("gives screen readers the number of tokens", () => {
    expect(markup("account")).toContain('aria-setsize="3" aria-posinset="2"')
  })

  it("hides actions without a view, and the history when the host has disabled it", () => {
    expect(words("account")).not.toContain("Buy")
    const off = getTexts(renderScene("account", <Account />, { features: { history: false, send: false } }))
    expect(off).not.toContain("Activity")
    expect(off).not.toContain("Send")
    expect(off).toContain("1.20 ETH")
  })

  it("shows only the features in the host's order", () => {
    const over = (walletFeaturesOrder: readonly WalletFeature[]) =>
      getTexts(renderScene("account", <Account />, { walletFeaturesOrder }))
    expect(over(["send", "send", "swaps"]).filter((word) => word === "Send")).toHaveLength(1)
    expect(over(["onramp", "swaps", "receive"])).not.toContain("Send")
  })

  it("links to the explorer without a referrer", () => {
    expect(markup("account")).toContain(
      'href="https://etherscan.io/" target="_blank" rel="noopener noreferrer" aria-label="Show the account in the explorer, opens in a new tab"',
    )
  })

  it("shows a text after the last account was disconnected", () => {
    expect(getTexts(renderScene("account", <Account />, { account: null }))).toEqual([
      "No wallet is connected",
    ])
  })
})
