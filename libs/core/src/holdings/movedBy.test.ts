import { describe, expect, it } from "vitest"
import { approval, call, swap, transferEntry, usdCoin } from "../testing/entries.ts"
import { movedBy } from "./movedBy.ts"

describe("what has another balance afterwards", () => {
  it("is both sides of a swap and what paid its fee, each once", () => {
    expect(movedBy(swap)).toEqual([null, usdCoin.address])
    const back = { ...swap, source: usdCoin, destination: { ...usdCoin, address: "0x01" } }
    expect(movedBy(back)).toEqual([usdCoin.address, "0x01", null])
  })

  it("is what was sent, and of all else what paid its fee", () => {
    expect(movedBy(transferEntry().subject)).toEqual([null, null])
    expect(movedBy(approval)).toEqual([null])
    expect(movedBy(call)).toEqual([null])
  })
})
