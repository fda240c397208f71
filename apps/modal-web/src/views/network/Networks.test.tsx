import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { Networks } from "./Networks.tsx"

describe("Networks", () => {
  it("marks the current network and labels test networks", () => {
    const markup = renderScene("networks", <Networks />)
    expect(markup.match(/aria-current="true"/g)).toHaveLength(1)
    expect(getTexts(markup)).toEqual(
      expect.arrayContaining(["Ethereum", "Polygon", "Sepolia", "Test network", "What is a network?"]),
    )
  })

  it("shows a search only for many networks", () => {
    expect(renderScene("networks", <Networks />)).not.toContain("Search networks")
    expect(renderScene("networks-many", <Networks />)).toContain("Search networks")
  })

  it("groups networks by chain when there are several, and labels one without a wallet", () => {
    const words = getTexts(renderScene("networks-chains", <Networks />))
    expect(words).toEqual(expect.arrayContaining(["Ethereum", "Solana · not connected", "Bitcoin Testnet"]))
    expect(words).not.toContain("Bitcoin · not connected")
    expect(getTexts(renderScene("networks-chains", <Networks />, { states: {} })).join()).not.toContain(
      "not connected",
    )
  })

  it("shows no chain name when there is only one", () => {
    expect(renderScene("networks", <Networks />)).not.toContain("group-title")
  })

  it("marks none while the wallet is on a network that is not configured", () => {
    const shown = { network: { ...sepoliaLike, name: "Unknown Network" }, known: false }
    expect(renderScene("networks", <Networks />, { shown })).not.toContain("aria-current")
  })
})

const sepoliaLike = {
  id: 250,
  caipNetworkId: "eip155:250",
  chainNamespace: "eip155",
  nativeCurrency: { name: "", symbol: "", decimals: 0 },
  rpcUrls: { default: { http: [] } },
} as const
