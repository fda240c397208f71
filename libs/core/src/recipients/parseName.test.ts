import { ens_emoji, ens_normalize } from "@adraffy/ens-normalize"
import { sanitizeName } from "@wmodal/protocol"
import { describe, expect, it } from "vitest"
import { normalizeName } from "./normalizeName.ts"
import { parseName } from "./parseName.ts"

/** Parses and normalizes a name, as before a request. */
const toRequested = (text: string) => {
  const name = parseName(text)
  return name === null ? null : normalizeName(name)
}

describe("parseName", () => {
  it.each([
    "\u{1F468}\u200D\u{1F3A4}.eth",
    "\u{1F3F4}\u200D\u2620.eth",
    "\u{1F43B}\u200D\u2744.eth",
    "\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}.eth",
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}.eth",
    "1\u20E32\u20E3.eth",
    "\u{1F1E8}\u{1F1ED}.eth",
    "\u03BEth.eth",
    "\u0646\u0628\u064A\u0644.eth",
    "__name.eth",
  ])("keeps %j, which is valid as it is written", (name) => {
    expect(ens_normalize(name)).toBe(name)
    expect(toRequested(name)).toBe(name)
    expect(sanitizeName(name)).toBe(name)
  })

  it("keeps every emoji that a name may have, and requests the name that ENSIP-15 says", () => {
    const emoji = ens_emoji().map((codePoints) => String.fromCodePoint(...codePoints))
    expect(emoji.length).toBeGreaterThan(3_000)
    for (const one of emoji) {
      const name = `a${one}.eth`
      expect(toRequested(name)).toBe(ens_normalize(name))
      expect(sanitizeName(name)).toBe(name)
    }
  })

  it.each([
    ["a joiner between letters", "al\u200Dice.eth"],
    ["a joiner after an emoji", "\u{1F468}\u200D.eth"],
    ["a joiner between an emoji and a letter", "\u{1F468}\u200Da.eth"],
    ["a joiner between emoji that do not join", "\u{1F600}\u200D\u{1F600}.eth"],
    ["a joiner without width", "al\u200Bice.eth"],
    ["a soft hyphen", "al\u00ADice.eth"],
    ["an override of the direction", "al\u202Eice.eth"],
    ["tags without a flag", "a\u{E0067}\u{E007F}.eth"],
    ["a Greek letter among Latin ones", "vitalik-p\u03BFol.eth"],
    ["a Cyrillic letter among Latin ones", "\u0430lice.eth"],
  ])("requests no name with %s", (_, name) => {
    expect(toRequested(name)).toBeNull()
  })

  it("requests letters of another width by the letters that they stand for", () => {
    expect(toRequested("\uFF41lice.eth")).toBe("alice.eth")
  })
})
