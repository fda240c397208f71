import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { ConnectingMultiChain } from "./ConnectingMultiChain.tsx"

describe("ConnectingMultiChain", () => {
  it("offers each chain that the wallet speaks here, one row each", () => {
    const markup = renderScene("select-chain", <ConnectingMultiChain rowKey="Phantom" />)
    // Of pictures that come late, the first letter.
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

  it("says which one is connected with this wallet already, and of no other wallet's", () => {
    expect(
      getTexts(renderScene("select-chain-connected", <ConnectingMultiChain rowKey="MetaMask" />)),
    ).toContain("Connected")
    expect(
      getTexts(renderScene("select-chain-connected", <ConnectingMultiChain rowKey="Phantom" />)),
    ).not.toContain("Connected")
  })

  it("says that a wallet went away", () => {
    const words = getTexts(renderScene("select-chain-gone", <ConnectingMultiChain rowKey="None" />))
    expect(words).toContain("This wallet is no longer there")
    expect(words.at(-1)).toBe("Choose another wallet")
  })
})
