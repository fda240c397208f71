import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { sanitizeLine } from "./printable.ts"

const hostileText = fc
  .array(
    fc.constantFrom(
      "a",
      " ",
      "\n",
      "\t",
      "\u0000",
      "\u202e",
      "\u200d",
      "\u2028",
      "\ud800",
      "\udc00",
      "\u3164",
      "é",
      "👋",
    ),
    {
      maxLength: 200,
    },
  )
  .map((characters) => characters.join(""))

describe("sanitizeLine", () => {
  it("returns one line of limited length without split characters", () => {
    expect(sanitizeLine("  a\n\u202e b\t\u0007c  ", 64)).toBe("a b c")
    expect(sanitizeLine("👋👋👋", 2)).toBe("👋👋")
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 1, max: 64 }), (text, limit) => {
        const line = sanitizeLine(text, limit)
        expect(Array.from(line).length).toBeLessThanOrEqual(limit)
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
        expect(sanitizeLine(line, limit)).toBe(line.trim())
      }),
    )
  })

  it("limits combining marks and keeps those of real scripts", () => {
    expect(sanitizeLine(`\u20e0U${"\u0336\u20e3".repeat(12)}SD`, 32)).toBe("U\u0336\u20e3\u0336SD")
    const words = ["ที่นี่", "हिन्दी", "שָׁלוֹם", "tiếng"]
    expect(words.map((word) => sanitizeLine(word.normalize("NFD"), 32))).toEqual(
      words.map((word) => word.normalize("NFD")),
    )
  })
})
