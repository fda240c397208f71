import { swapNetworks as configured } from "@wmodal/protocol/networks"
import { expect, it } from "vitest"
import { swapNetworks } from "./swapNetworks.ts"

it("swaps are offered on the twelve networks that the exchange serves, and on no other", () => {
  expect(swapNetworks).toHaveLength(12)
  expect(swapNetworks).toEqual(configured.map(({ caipNetworkId }) => caipNetworkId))
})
