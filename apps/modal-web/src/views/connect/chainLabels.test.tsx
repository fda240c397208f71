import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { ForChain, RowChains } from "./chainLabels.tsx"

describe("the chains of a wallet", () => {
  it("are named in its row, in the order in which it was found on them", () => {
    const connectors = [
      { id: "a", namespace: "eip155" },
      { id: "a", namespace: "solana" },
      { id: "a", namespace: "bip122" },
    ] as const
    expect(getTexts(renderScene("connect-chains", <RowChains connectors={connectors} />))).toEqual([
      "Ethereum, Solana, Bitcoin",
    ])
  })

  it("are named above the list where one of them is asked for", () => {
    expect(getTexts(renderScene("connect-for-solana", <ForChain namespace="solana" />))).toEqual([
      "Wallets for Solana",
    ])
  })
})
