import { swapNetworks as configured } from "@wmodal/protocol/networks"
import { expect, it } from "vitest"
import { swapNetworks } from "./swapNetworks.ts"

it("supports swaps on the exchange's twelve networks only", () => {
  expect(swapNetworks).toHaveLength(12)
  expect(swapNetworks).toEqual(configured.map(({ caipNetworkId }) => caipNetworkId))
})
