import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import type { SceneName } from "../../gallery/scenes.ts"
import { WalletView } from "../wallet/WalletView.tsx"
import { Swap } from "./Swap.tsx"

const renderMarkup = (scene: SceneName) => renderScene(scene, <Swap />)
const words = (scene: SceneName) => getTexts(renderMarkup(scene))
const isHeldBack = (scene: SceneName) =>
  renderMarkup(scene).includes('type="submit" class="button" data-tone="primary" aria-disabled="true"')

describe("Swap", () => {
  it("shows both sides, the rate and the costs", () => {
    expect(words("swap")).toEqual(
      expect.arrayContaining([
        "1.204 ETH available",
        "$1,250.17",
        "1,239.31",
        "$1,239.31",
        "at least 1,226.9169 USDC",
        "1 ETH = 2,478.62 USDC",
        "0.02%",
        "12.3931 USDC",
        "$0.31",
        "0.00425 ETH",
        "1%",
        "Review swap",
      ]),
    )
    expect(isHeldBack("swap")).toBe(false)
  })

  it("handles an amount as text, never as a JavaScript number", () => {
    const markup = renderMarkup("swap")
    expect(markup).toContain('inputMode="decimal"')
    expect(markup).not.toContain('type="number"')
    expect(renderMarkup("swap-huge")).toContain(`value="1${"0".repeat(30)}"`)
    expect(words("swap-huge")).toContain("123,456,789,012,345,678,901,234,567,890.123456")
  })

  it("blocks an outdated quote with the reason", () => {
    expect(words("swap-stale")).toContain("This quote is out of date")
    expect(isHeldBack("swap-stale")).toBe(true)
    expect(renderMarkup("swap-stale")).toContain('data-stale="true"')
  })

  it("announces no refresh", () => {
    const [quiet, refreshing] = [words("swap"), words("swap-refreshing")]
    expect(refreshing).toEqual(quiet)
    expect(isHeldBack("swap-refreshing")).toBe(false)
  })

  it("announces the quote to screen readers", () => {
    expect(renderMarkup("swap")).toMatch(/role="status">You receive about \u2068?1,239.31 USDC/)
    expect(renderMarkup("swap-quoting")).toContain('role="status">Getting a quote')
  })

  it.each([
    ["swap-incorrect", "Incorrect amount"],
    ["swap-incorrect", "Please enter a valid amount"],
    ["swap-insufficient", "Insufficient balance"],
    ["swap-no-gas", "Insufficient balance"],
    ["swap-no-price", "Failed to fetch network token price"],
    ["swap-no-allowance", "Failed to check allowance"],
    ["swap-not-built", "Failed to create transaction"],
  ] as const)("shows the error once, announces it, and keeps the input: %s", (scene, text) => {
    const markup = renderMarkup(scene)
    expect(words(scene).filter((word) => word === text)).toHaveLength(1)
    expect(markup.match(/role="alert"/g)).toHaveLength(1)
  })

  it("links an error of the amount to its field", () => {
    const markup = renderMarkup("swap-insufficient")
    const [, id] = /<p id="([^"]+)" class="field-error" role="alert"/.exec(markup) ?? []
    expect(markup).toMatch(new RegExp(`aria-invalid="true" aria-describedby="[^"]*${id}"`))
    expect(markup).toContain('value="500"')
  })

  it("names the missing input when no review is possible", () => {
    expect(words("swap-empty")).toContain("Choose what you receive first.")
    expect(words("swap-quoting")).toContain("Getting a quote")
    expect(words("swap-preparing")).toContain("Preparing the review")
  })

  it("warns of high slippage", () => {
    expect(words("swap-slippage-high")).toContain("12.5% is a lot")
    expect(words("swap").join(" ")).not.toContain("is a lot")
  })

  it("offers the networks that have swaps, or reports that there are none", () => {
    expect(words("swap-unsupported")).toEqual(
      expect.arrayContaining(["No swaps on Sepolia", "Switch Network", "Polygon", "Base"]),
    )
    expect(words("swap-unsupported-all")).toContain("This site has no network with swaps.")
  })

  it("reports a swap whose response was lost", () => {
    expect(words("swap-lost-answer")).toEqual(
      expect.arrayContaining(["It may have been sent", "0.5 ETH", "View it"]),
    )
  })

  it("shows a text when the host has disabled it, or when no account is connected", () => {
    const off = renderScene("swap-off", <WalletView view={{ _tag: "Swap" }} />)
    expect(getTexts(off)).toContain("Swapping is turned off")
    const alone = renderScene("swap", <WalletView view={{ _tag: "Swap" }} />, { account: null })
    expect(getTexts(alone)).toEqual(["No wallet is connected"])
  })
})
