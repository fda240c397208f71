import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { UnsupportedChain } from "./UnsupportedChain.tsx"

describe("UnsupportedChain", () => {
  const words = getTexts(renderScene("unsupported-chain", <UnsupportedChain />))

  it("shows the problem and the wallet's network", () => {
    expect(words[0]).toBe("Unsupported chain")
    expect(words[1]).toContain("eip155:250")
  })

  it("offers every configured network and always a disconnect button", () => {
    expect(words).toEqual(expect.arrayContaining(["Ethereum", "Polygon", "Base", "Sepolia"]))
    expect(words.at(-1)).toBe("Disconnect")
  })
})
