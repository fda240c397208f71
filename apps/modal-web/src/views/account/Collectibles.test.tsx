import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { Collectibles } from "./Collectibles.tsx"

describe("Collectibles", () => {
  it("says that there are none yet where the chain was asked", () => {
    expect(getTexts(renderScene("account-solana", <Collectibles />))[0]).toBe("No NFTs yet")
  })

  it("promises nothing on Bitcoin, whose nodes do not know them", () => {
    expect(getTexts(renderScene("account-bitcoin", <Collectibles />))[0]).toBe("Ordinals are not shown")
  })
})
