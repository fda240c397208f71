import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { WalletSendSelectToken } from "./WalletSendSelectToken.tsx"

const view = <WalletSendSelectToken />

describe("WalletSendSelectToken", () => {
  it("lists the held tokens by value, descending, and marks the selected one", () => {
    const markup = renderScene("send-tokens", view)
    const words = getTexts(markup)
    expect(words.filter((word) => /^(Ether|USD Coin|POL)$/.test(word))).toEqual(["Ether", "USD Coin", "POL"])
    expect(words).toContain("$3,010.40")
    expect(markup.match(/aria-current="true"/g)).toHaveLength(1)
  })

  it("shows a text for an empty list, and the next action", () => {
    expect(getTexts(renderScene("send-tokens-empty", view))).toEqual([
      "Nothing to send yet",
      "This account has no tokens on Ethereum. Tokens it receives appear here.",
      "Copy address",
    ])
  })
})
