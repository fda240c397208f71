import { expect, it } from "vitest"
import { makeUnknownNetwork } from "./makeUnknownNetwork.ts"

it("returns the id in the form of its chain's configured networks", () => {
  expect(makeUnknownNetwork("eip155:999", "eip155").id).toBe(999)
  const reference = "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"
  expect(makeUnknownNetwork(`solana:${reference}`, "solana").id).toBe(reference)
})
