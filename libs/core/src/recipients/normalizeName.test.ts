import { describe, expect, it } from "vitest"
import { normalizeName } from "./normalizeName.ts"

describe("normalizeName", () => {
  it.each([
    ["alice.eth", "alice.eth"],
    ["Alice.ETH", "alice.eth"],
    ["\u043f\u0440\u0438\u043c\u0435\u0440.eth", "\u043f\u0440\u0438\u043c\u0435\u0440.eth"],
    ["0x.eth", "0x.eth"],
    ["0xalice.eth", "0xalice.eth"],
  ])("returns the one form of %j", (name, form) => {
    expect(normalizeName(name)).toBe(form)
  })

  it.each([
    ["wholly in Cyrillic letters that look like Latin ones", "\u0440\u0430\u0443.eth"],
    ["wholly in Greek letters that look like Latin ones", "\u03bf\u03bd\u03bf.eth"],
    ["with a Cyrillic letter among Latin ones", "\u0430lice.eth"],
    ["in the form of an address", "0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb.eth"],
    ["in the form of the start of an address", "pay.0xab16a96d.eth"],
    ["with an underscore in the middle", "al_ice.eth"],
  ])("rejects a name %s", (_, name) => {
    expect(normalizeName(name)).toBeNull()
  })
})
