import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { SwitchNetwork } from "./SwitchNetwork.tsx"

describe("SwitchNetwork", () => {
  it.each([
    ["switch-asking", "Approve in your wallet", "Cancel"],
    ["switch-slow", "Still waiting for your wallet", "Cancel"],
    ["switch-declined", "Switch declined", "Try again"],
    ["switch-not-supported", "Chain is not supported", "Choose another network"],
  ] as const)("shows a text and one next action: %s", (scene, title, action) => {
    const words = getTexts(renderScene(scene, <SwitchNetwork target="eip155:137" />))
    expect(words).toContain(title)
    expect(words.at(-1)).toBe(action)
  })

  it("reports success", () => {
    const words = getTexts(renderScene("account", <SwitchNetwork target="eip155:1" />))
    expect(words).toContain("You are on Ethereum")
  })
})
