import { describe, expect, it } from "vitest"
import { approval, call, swap, transferEntry, usdCoin } from "../testing/entries.ts"
import { getAffectedTokens } from "./getAffectedTokens.ts"

describe("what has another balance afterwards", () => {
  it("is both sides of a swap and what paid its fee, each once", () => {
    expect(getAffectedTokens(swap)).toEqual([null, usdCoin.address])
    const back = { ...swap, source: usdCoin, destination: { ...usdCoin, address: "0x01" } }
    expect(getAffectedTokens(back)).toEqual([usdCoin.address, "0x01", null])
  })

  it("is what was sent, and of all else what paid its fee", () => {
    expect(getAffectedTokens(transferEntry().subject)).toEqual([null, null])
    expect(getAffectedTokens(approval)).toEqual([null])
    expect(getAffectedTokens(call)).toEqual([null])
  })
})
