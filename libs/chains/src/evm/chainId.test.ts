import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodeChainId, toCaipNetworkId, toChainIdHex } from "./chainId.ts"

const chainIds = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })

describe("decodeChainId", () => {
  it("decodes every notation of a chain id", () => {
    fc.assert(
      fc.property(chainIds, (id) => {
        for (const spelling of [id, `${id}`, toChainIdHex(id), `0x${id.toString(16).toUpperCase()}`]) {
          expect(decodeChainId(spelling)).toBe(id)
        }
      }),
    )
  })

  it("returns a positive safe integer or null for any value", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const id = decodeChainId(value)
        expect(id === null || (Number.isSafeInteger(id) && id > 0)).toBe(true)
      }),
    )
  })

  it.each([
    0,
    -1,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    "",
    "0x",
    "0x0",
    "1e3",
    " 1",
    "0b1",
    2 ** 53,
    "9007199254740993",
  ])("returns null for %j", (value) => {
    expect(decodeChainId(value)).toBeNull()
  })

  it("formats a CAIP-2 id", () => {
    expect(toCaipNetworkId(8453)).toBe("eip155:8453")
  })
})
