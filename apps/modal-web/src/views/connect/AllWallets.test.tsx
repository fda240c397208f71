import { makeDevProviderFixture } from "@wmodal/dev-wallet/testing"
import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import type { SceneName } from "../../gallery/scenes.ts"
import { AllWallets } from "./AllWallets.tsx"

const markup = (scene: SceneName) => renderScene(scene, <AllWallets />)
const words = (scene: SceneName) => getTexts(markup(scene))

describe("AllWallets", () => {
  it("reports truthfully that the page configured no way to reach a wallet", () => {
    expect(words("no-adapter")).toEqual(["Adapter not found", "This site is not set up for any wallet."])
  })

  it("lists wallets on a page with a relay and no chain", () => {
    const shown = getTexts(renderScene("all-wallets", <AllWallets />, { chains: [], relay: true }))
    expect(shown.slice(0, 3)).toEqual(["Certified", "MetaMask", "Trust"])
  })

  it("lists each wallet once, three per line, with its position and the total", () => {
    const shown = markup("all-wallets")
    expect(shown.match(/role="listitem"/g)).toHaveLength(40)
    expect(shown.match(/class="long-list-item"/g)).toHaveLength(14)
    expect(shown).toContain('aria-setsize="482" aria-posinset="5"')
    expect(shown).toContain('class="list-end"')
    expect(words("all-wallets").slice(0, 4)).toEqual(["Certified", "MetaMask", "Trust", "Rainbow"])
  })

  it("labels a certified and an installed wallet", () => {
    const here = { connectors: [{ ...makeDevProviderFixture().connector, rdns: "io.metamask" }] }
    expect(renderScene("all-wallets", <AllWallets />, here)).toContain(
      'aria-label="MetaMask, certified, installed"',
    )
    expect(markup("all-wallets")).toContain('aria-label="Trust"')
  })

  it("keeps the space of pending wallets", () => {
    expect(markup("all-wallets-loading").match(/wallet-tile skeleton/g)).toHaveLength(12)
    expect(markup("all-wallets-more").match(/wallet-tile skeleton/g)).toHaveLength(3)
    expect(markup("all-wallets-end")).not.toContain("skeleton")
  })

  it("requests no more when the list is complete, pending or offline", () => {
    for (const scene of ["all-wallets-end", "all-wallets-more", "all-wallets-offline"] as const)
      expect(markup(scene)).not.toContain('class="list-end"')
  })

  it("shows the page's own wallets and a notice when the directory is unreachable", () => {
    expect(words("all-wallets-offline")).toEqual(
      expect.arrayContaining(["The full list could not be loaded", "Try again", "MetaMask"]),
    )
  })

  it("shows a text and a next action for each kind of empty list", () => {
    const end = (scene: SceneName) => words(scene).slice(-3)
    expect(words("all-wallets-none")).toEqual(
      expect.arrayContaining(["No wallet found", "Clear the search", "Show the code"]),
    )
    expect(end("all-wallets-none-certified")).toEqual([
      "No certified wallet found",
      "Certified wallets have passed a connection check. You can also use others.",
      "Show wallets that are not certified",
    ])
    expect(words("all-wallets-nothing")).toContain("No wallets to show")
    expect(words("all-wallets-failed")).toEqual(
      expect.arrayContaining(["The list could not be loaded", "Try again", "Show the code"]),
    )
  })

  it("keeps the search text, and offers the QR code on a phone, which has no row for it", () => {
    expect(markup("all-wallets-found")).toContain('value="wal"')
    expect(markup("all-wallets-found")).toContain('aria-pressed="true"')
    expect(words("all-wallets-phone")).toContain("Another device")
    expect(words("all-wallets")).not.toContain("Another device")
  })
})
