import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { normalizeName } from "./normalizeName.ts"
import { normalizePlainName } from "./normalizePlainName.ts"

describe("normalizePlainName", () => {
  it("returns what the tables of ENSIP-15 return, or leaves the name to them", () => {
    let judged = 0
    const characters = fc.constantFrom(..."abkx0189zß-_.'éſKа👨".split(""), "0x", "xn--", "eth")
    fc.assert(
      fc.property(fc.array(characters, { maxLength: 8 }), fc.constantFrom("", ".eth"), (parts, end) => {
        const name = parts.join("") + end
        const form = normalizePlainName(name)
        if (form === undefined) return
        judged += 1
        expect(form).toBe(normalizeName(name))
      }),
    )
    expect(judged).toBeGreaterThan(3)
  })

  it.each(["alice.eth", "a-b-c.wallet.eth", "7.eth"])("judges %s", (name) => {
    expect(normalizePlainName(name)).toBe(name)
  })

  it.each([
    "0xd8da6b.eth",
    "alice.0xd8da6b",
    "xn--a.eth",
    "a_b.eth",
    "Alice.eth",
    "alice..eth",
    ".eth",
    "а.eth",
  ])("leaves %s to the tables", (name) => {
    expect(normalizePlainName(name)).toBeUndefined()
  })
})
