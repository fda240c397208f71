import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import type { SceneName } from "../../gallery/scenes.ts"
import { ConnectingExternal } from "./ConnectingExternal.tsx"

const render = (scene: SceneName, rowKey = "MetaMask") =>
  renderScene(scene, <ConnectingExternal rowKey={rowKey} />)

describe("ConnectingExternal", () => {
  it.each([
    ["connecting-asking", "Open MetaMask to continue", "Cancel"],
    ["connecting-slow", "Still waiting for MetaMask", "Cancel"],
    ["connecting-declined", "Connection declined", "Try again"],
    ["connecting-already", "Your wallet is waiting", "Try again"],
    ["connecting-locked", "Wallet locked", "Try again"],
    ["connecting-odd", "Wallet error", "Try again"],
    ["connecting-stopped", "Not connected to MetaMask", "Try again"],
  ] as const)("shows a text and one next action: %s", (scene, title, action) => {
    const words = getTexts(render(scene))
    expect(words).toContain(title)
    expect(words.at(-1)).toBe(action)
    expect(render(scene).match(/class="button"/g)).toHaveLength(1)
  })

  it("links to the wallet's download in a tab without a referrer", () => {
    const markup = render("connecting-missing", "Coinbase Wallet")
    expect(markup).toContain('href="https://example.org/" target="_blank" rel="noopener noreferrer"')
    expect(markup).toContain("Get Coinbase Wallet, opens in a new tab")
  })

  it("collapses the technical details", () => {
    expect(render("connecting-odd")).toMatch(/<details[^>]*><summary>Details<\/summary>/)
    expect(render("connecting-declined")).not.toContain("<details")
  })

  it("reports that a wallet disappeared", () => {
    expect(getTexts(render("connecting-gone", "None"))).toContain("This wallet is no longer available")
  })
})
