import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { ConnectingMultiChain } from "./ConnectingMultiChain.tsx"

describe("ConnectingMultiChain", () => {
  it("offers each chain that the wallet supports, one row each", () => {
    const markup = renderScene("select-chain", <ConnectingMultiChain rowKey="Phantom" />)
    // Ignores the first letters, which replace pictures that load later.
    expect(getTexts(markup).filter((word) => word.length > 1)).toEqual([
      "Phantom",
      "Which chain do you want to connect? You can add another one later.",
      "Ethereum",
      "2 networks",
      "Solana",
      "2 networks",
      "Bitcoin",
      "2 networks",
    ])
    expect(markup.match(/<button/g)).toHaveLength(3)
    expect(markup).toContain('<ul class="list" aria-label="Chains">')
  })

  it("marks only the chains that are connected with this wallet", () => {
    expect(
      getTexts(renderScene("select-chain-connected", <ConnectingMultiChain rowKey="MetaMask" />)),
    ).toContain("Connected")
    expect(
      getTexts(renderScene("select-chain-connected", <ConnectingMultiChain rowKey="Phantom" />)),
    ).not.toContain("Connected")
  })

  it("reports that a wallet disappeared", () => {
    const words = getTexts(renderScene("select-chain-gone", <ConnectingMultiChain rowKey="None" />))
    expect(words).toContain("This wallet is no longer available")
    expect(words.at(-1)).toBe("Choose another wallet")
  })
})
