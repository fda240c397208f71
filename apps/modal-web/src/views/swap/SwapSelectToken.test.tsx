import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import type { SceneName } from "../../gallery/scenes.ts"
import { SwapSelectToken } from "./SwapSelectToken.tsx"

const renderMarkup = (scene: SceneName) => renderScene(scene, <SwapSelectToken target="destination" />)
const words = (scene: SceneName) => getTexts(renderMarkup(scene))

describe("SwapSelectToken", () => {
  it("lists the account's tokens, then the well-known ones, then the rest, and marks the selected one", () => {
    const said = words("swap-tokens")
    const order = ["Your tokens", "Ether", "POL", "Suggested", "USD Coin", "All tokens", "Token 0"]
    expect(said.filter((word) => order.includes(word))).toEqual(order)
    expect(renderMarkup("swap-tokens").match(/aria-current="true"/g)).toHaveLength(1)
    expect(said).toContain("$3,010.40")
  })

  it("distinguishes tokens with the same name", () => {
    expect(words("swap-tokens")).toEqual(
      expect.arrayContaining(["USDC · 0xA0...06eB48", "USDC · 0x11...111111"]),
    )
  })

  it("shows a text for an empty list, while loading, and after a failure", () => {
    expect(words("swap-tokens-none")).toContain("No tokens here")
    expect(renderMarkup("swap-tokens-loading")).toContain("Loading tokens and prices")
    expect(words("swap-tokens-failed")).toEqual(
      expect.arrayContaining(["Failed to initialize swap", "Try again"]),
    )
  })
})
