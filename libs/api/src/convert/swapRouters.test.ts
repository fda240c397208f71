import { describe, expect, it } from "vitest"
import { swapNetworks } from "./swapNetworks.ts"
import { isSwapRouter, swapRouters } from "./swapRouters.ts"

describe("swapRouters", () => {
  it("has a router for each network of the exchange, each with a source and a date", () => {
    const covered = swapRouters.flatMap(({ networks }) => networks)
    expect(swapNetworks.filter((network) => !covered.includes(network))).toEqual([])
    for (const { address, checkedOn, networks, source } of swapRouters) {
      expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
      expect(networks.every((network) => swapNetworks.includes(network))).toBe(true)
      expect(URL.canParse(source)).toBe(true)
      expect(checkedOn).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    }
  })
})

describe("isSwapRouter", () => {
  it("knows each publisher's router on the network that its source names, and on no other", () => {
    for (const [network, address] of [
      ["eip155:8453", "0x6A000F20005980200259B80c5102003040001068"],
      ["eip155:1313161554", "0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE"],
      ["eip155:324", "0x341e94069f53234fE6DabeF707aD424830525715"],
      ["eip155:1", "0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45"],
      ["eip155:137", "0xec7BE89e9d109e7e3Fec59c222CF297125FEFda2"],
      ["eip155:250", "0xD0c22A5435F4E8E5770C1fAFb5374015FC12F7cD"],
      ["eip155:56", "0x6352a56caadC4F1E25CD6c75970Fa768A3304e64"],
    ] as const) {
      expect(isSwapRouter(network, address)).toBe(true)
      expect(isSwapRouter("eip155:8217", address)).toBe(false)
    }
  })

  const [v6] = swapRouters
  it("knows a router only on its own networks, and in any case", () => {
    const address = v6?.address ?? ""
    expect(isSwapRouter("eip155:1", address.toLowerCase())).toBe(true)
    expect(isSwapRouter("eip155:324", address)).toBe(false)
    expect(isSwapRouter("eip155:1", "0x6fd4383cB451173D5f9304F041C7BCBf27d561fF")).toBe(false)
    expect(isSwapRouter("eip155:1", "0x9e74901858F11a3410CA201D0b2D7C3c9aF927fF")).toBe(false)
  })
})
