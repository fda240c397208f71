import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { ForChain, RowChains } from "./chainLabels.tsx"

describe("RowChains and ForChain", () => {
  it("shows the chains in the wallet's row, in the order of discovery", () => {
    const connectors = [
      { id: "a", namespace: "eip155" },
      { id: "a", namespace: "solana" },
      { id: "a", namespace: "bip122" },
    ] as const
    expect(getTexts(renderScene("connect-chains", <RowChains connectors={connectors} />))).toEqual([
      "Ethereum, Solana, Bitcoin",
    ])
  })

  it("shows the requested chain above the list", () => {
    expect(getTexts(renderScene("connect-for-solana", <ForChain namespace="solana" />))).toEqual([
      "Wallets for Solana",
    ])
  })
})
