import { mainnet } from "@wmodal/protocol/networks"
import { expect, it } from "vitest"
import type { Holding } from "../holdings/Holdings.ts"
import { findPrice } from "./makeExplain.ts"

const token = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
const holding = (address: string | null, price: Holding["price"]): Holding => ({
  token: { network: mainnet.caipNetworkId, address, name: "", symbol: "", decimals: 6, icon: null },
  balance: 1n,
  price,
  value: null,
})

it("returns the price of what is held on the network, and null for the rest", () => {
  const held = [holding(null, { units: 250_050n, decimals: 2 }), holding(token, { units: 1n, decimals: 0 })]
  expect(findPrice(held, mainnet, null)).toBe(2500.5)
  expect(findPrice(held, mainnet, token.toLowerCase())).toBe(1)
  expect(findPrice(held, mainnet, "0x0000000000000000000000000000000000000001")).toBeNull()
  expect(findPrice(held, { caipNetworkId: "eip155:10" }, null)).toBeNull()
  expect(findPrice([holding(null, null)], mainnet, null)).toBeNull()
})
