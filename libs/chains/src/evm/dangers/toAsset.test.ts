import { describe, expect, it } from "vitest"
import { toAsset } from "./toAsset.ts"

const zero = "0x0000000000000000000000000000000000000000"
const eeee = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE"

describe("toAsset", () => {
  it.each([
    ["zero", ["Native", "Token"]],
    ["eeee", ["Token", "Native"]],
    ["any", ["Native", "Native"]],
    ["none", ["Token", "Token"]],
  ] as const)("returns the native currency only as a protocol of the form %s writes it", (native, tags) => {
    expect([toAsset(zero, native)._tag, toAsset(eeee, native)._tag]).toEqual(tags)
  })

  it("returns a token by its checksummed address", () => {
    expect(toAsset(eeee.toLowerCase(), "zero")).toEqual({ _tag: "Token", token: eeee })
  })
})
