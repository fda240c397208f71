import { networks } from "@wmodal/protocol/networks"
import { expect, it } from "vitest"
import { networkImageIds } from "./networkImageIds.ts"

it("has images of built-in networks only", () => {
  const known = networks.map(({ caipNetworkId }) => caipNetworkId)
  expect(Object.keys(networkImageIds).filter((id) => !known.some((network) => network === id))).toEqual([])
})
