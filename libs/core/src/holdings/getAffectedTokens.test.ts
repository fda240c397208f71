import { describe, expect, it } from "vitest"
import { approval, call, swap, transferEntry, usdCoin } from "../testing/entries.ts"
import { getAffectedTokens } from "./getAffectedTokens.ts"

describe("getAffectedTokens", () => {
  it("returns both sides of a swap and the fee's currency, each once", () => {
    expect(getAffectedTokens(swap)).toEqual([null, usdCoin.address])
    const back = { ...swap, source: usdCoin, destination: { ...usdCoin, address: "0x01" } }
    expect(getAffectedTokens(back)).toEqual([usdCoin.address, "0x01", null])
  })

  it("returns the sent token and the fee's currency, else only the latter", () => {
    expect(getAffectedTokens(transferEntry().subject)).toEqual([null, null])
    expect(getAffectedTokens(approval)).toEqual([null])
    expect(getAffectedTokens(call)).toEqual([null])
  })
})
