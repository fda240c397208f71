import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { Collectibles } from "./Collectibles.tsx"

describe("Collectibles", () => {
  it("shows that there are none when the chain has been read", () => {
    expect(getTexts(renderScene("account-solana", <Collectibles />))[0]).toBe("No NFTs yet")
  })

  it("reports on Bitcoin that ordinals are not shown", () => {
    expect(getTexts(renderScene("account-bitcoin", <Collectibles />))[0]).toBe("Ordinals are not shown")
  })
})
