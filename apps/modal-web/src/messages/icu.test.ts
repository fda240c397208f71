import { setupI18n } from "@lingui/core"
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage"
import { describe, expect, it } from "vitest"
import { en, englishMessages } from "./Catalogue.ts"

import { format, formatting } from "./format.ts"
import { formatIcu } from "./icu.ts"
import { pseudo } from "./pseudo.ts"
import "./paymentMessages.ts"
import "./walletMessages.ts"

/** Formats with a full ICU implementation, the reference of these tests. */
const reference = (locale: string, message: string, values: Record<string, string | number>) =>
  setupI18n({ locale, messages: { [locale]: { id: compileMessageOrThrow(message) } } })._("id", values)

const plural = "{count, plural, =0 {nothing} one {# wallet of {who}} other {# wallets of {who}}}"

describe("formatIcu", () => {
  it.each([
    ["plain", "Connect", {}],
    ["a value", "Open {wallet} to continue", { wallet: "MetaMask" }],
    ["an apostrophe", "The site's operator", {}],
    ["a quoted brace", "a '{' b '}' c", {}],
    ["two apostrophes", "it''s", {}],
    ["select", "{kind, select, a {first} other {{kind}!}}", { kind: "b" }],
    ["exact case", plural, { count: 0, who: "Ann" }],
    ["one", plural, { count: 1, who: "Ann" }],
    ["many, with separators", plural, { count: 12345, who: "Ann" }],
  ])("agrees with a full ICU implementation: %s", (_, message, values) => {
    expect(format("en", message, values)).toBe(reference("en", message, values))
  })

  it.each([0, 1, 2, 5, 11, 21, 22, 105, 1.5])("chooses the plural case of the language: %d", (count) => {
    const message = "{count, plural, one {1:#} few {2:#} many {5:#} other {x:#}}"
    expect(format("pl", message, { count })).toBe(reference("pl", message, { count }))
  })

  it("treats values as text, not as messages", () => {
    expect(format("en", "Open {wallet}", { wallet: "{evil, plural, other {#}}" })).toBe(
      "Open {evil, plural, other {#}}",
    )
  })

  it("returns a broken message unchanged and never throws", () => {
    for (const broken of ["{", "{a", "a }", "{a, plural, one}", "{a, plural, one {x}"])
      expect(format("en", broken, { a: 1 })).toBe(broken)
  })

  it("leaves a placeholder empty when its value is missing", () => {
    expect(format("en", "Open {wallet}!")).toBe("Open !")
  })
})

describe("Catalogue", () => {
  const holes = (message: string) => [...message.matchAll(/\{(\w+)/g)].map(([, name]) => name)

  it.each(Object.entries(englishMessages))("contains only valid ICU messages: %s", (_, message) => {
    expect(() => compileMessageOrThrow(message)).not.toThrow()
    const values = Object.fromEntries(holes(message).map((name) => [name ?? "", 3]))
    expect(format("en", message, values)).toBe(reference("en", message, values))
  })

  it("has a stretched form of each text with the same placeholders", () => {
    for (const [id, message] of Object.entries(englishMessages)) {
      const stretched = new Map(Object.entries(pseudo)).get(id) ?? ""
      expect(stretched.length).toBeGreaterThan(message.length)
      expect(holes(stretched)).toEqual(holes(message))
    }
  })
})

describe("formatPlain", () => {
  it("formats every first message like the full formatter", () => {
    for (const message of Object.values(en)) {
      const values = { count: 1234 }
      formatting.whole = null
      const plainly = format("de", message, values)
      formatting.whole = formatIcu
      expect(plainly).toBe(format("de", message, values))
    }
  })

  it("returns an empty text for a missing value", () => {
    formatting.whole = null
    expect(format("en", "Open {wallet} to go on", {})).toBe("Open  to go on")
    formatting.whole = formatIcu
  })
})
