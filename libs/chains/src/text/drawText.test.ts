import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { drawLine, drawText, hasDrawnCharacters, hasHiddenCharacters, sanitizeText } from "./drawText.ts"

/** Texts of which each invisible character is needed, or is a single space of another kind between words. */
const harmless = [
  "🏴󠁧󠁢󠁳󠁣󠁴󠁿 Scotland, 🏴󠁧󠁢󠁥󠁮󠁧󠁿 England",
  "👨‍👩‍👧‍👦 ❤️‍🔥 👩🏽‍🚀 🏳️‍🌈 🧑🏻‍❤️‍💋‍🧑🏿 1️⃣ #️⃣ ©️ ☎︎ 🇺🇳",
  "می‌خواهم کتاب‌ها را بخوانم",
  "كِتَابٌ ٱللَّهِ",
  "क्‍ष श्री‍मान হ‍্যাঁ ශ්‍රී ලංකා",
  "សួស្តី​ពិភពលោក",
  "ᠪᠠᠭ᠋ ᠮᠣᠩᠭᠣᠯ",
  "Prix\u00a0: 1\u202f000,50\u00a0€ «\u00a0bonjour\u00a0»\u202f!",
  "\u3000\u3000你好。\u3000再见",
  "ที่นี่ हिन्दी שָׁלוֹם tiếng བསྒྲུབས".normalize("NFD"),
  "בְּרֵאשִׁ֖ית",
  "\u200fברוך הבא!\u200f גרסה C++\u200e של האתר\u200f, תודה.\u200f",
  "مرحبا!\u200f تسجيل الدخول",
  "葛\u{e0100}城市の辻\u{e0101}さん",
  "ന്\u200d അവന്\u200d, ত্\u200d",
  "first\r\n\tsecond",
]

const hidden: readonly (readonly [kind: string, text: string, drawn: string])[] = [
  ["a right-to-left override", "\u202e000,1\u202c USD", "[U+202E]000,1[U+202C] USD"],
  ["isolates and marks", "\u2066a\u2069\u200e\u061c", "[U+2066]a[U+2069][U+200E][U+061C]"],
  ["tag characters", "a\u{e0041}\u{e0001}", "a[U+E0041][U+E0001]"],
  ["a flag of other tags", "🏴\u{e0061}\u{e0062}\u{e007f}", "🏴[U+E0061][U+E0062][U+E007F]"],
  ["a joiner between Latin letters", "a\u200db\u200cc", "a[U+200D]b[U+200C]c"],
  ["two joiners", "می\u200c\u200cخ", "می[U+200C][U+200C]خ"],
  ["a joiner after an emoji", "😀\u200d!", "😀[U+200D]!"],
  ["zero-width spaces", "a\u200b\u2060\ufeffb", "a[U+200B][U+2060][U+FEFF]b"],
  ["a selector after a letter or a digit", "x\ufe0f 1\ufe0f", "x[U+FE0F] 1[U+FE0F]"],
  ["the second selector of an emoji", "👍\ufe0f\ufe0f", "👍\ufe0f[U+FE0F]"],
  ["selectors of the supplement", "😀\u{e0101} 葛\u{e0100}\u{e0101}", "😀[U+E0101] 葛\u{e0100}[U+E0101]"],
  ["selectors of no form of an ideograph", "葛\u{e0151} あ\u{e0100}", "葛[U+E0151] あ[U+E0100]"],
  ["a direction mark beside a digit", "שלם 1\u200f00", "שלם 1[U+200F]00"],
  ["a direction mark after a number", "pay 100\u200f-5, 5!\u200e לי", "pay 100[U+200F]-5, 5![U+200E] לי"],
  [
    "direction marks inside a word or a host",
    "של\u200fום app.ex\u200eample",
    "של[U+200F]ום app.ex[U+200E]ample",
  ],
  ["the second of two direction marks", "שלום\u200f\u200f", "שלום[U+200F][U+200F]"],
  ["the second joiner after a virama", "ന്\u200d\u200d", "ന്\u200d[U+200D]"],
  ["Hangul fillers", "\u3164\u115f\u1160\uffa0", "[U+3164][U+115F][U+1160][U+FFA0]"],
  ["a blank Braille cell", "a\u2800b", "a[U+2800]b"],
  ["a soft hyphen", "pass\u00adword", "pass[U+00AD]word"],
  ["a grapheme joiner and Khmer vowels", "a\u034f\u17b4", "a[U+034F][U+17B4]"],
  ["a Mongolian separator between other letters", "a\u180eb", "a[U+180E]b"],
  ["annotation and replacement", "\ufff9a\ufffab\ufffb\ufffc", "[U+FFF9]a[U+FFFA]b[U+FFFB][U+FFFC]"],
  ["private use", "\ue000\u{f0000}", "[U+E000][U+F0000]"],
  ["unassigned characters", "\u0378\u{1f8ff}\ufdd0", "[U+0378][U+1F8FF][U+FDD0]"],
  ["lone surrogates", "\ud800x\udc00", "[U+D800]x[U+DC00]"],
  ["line separators", "a\u2028b\u2029c\u0085", "a[U+2028]b[U+2029]c[U+0085]"],
  ["a lone carriage return", "pay 1\r0", "pay 1[U+000D]0"],
  ["controls", "\0\u001b[2K\u0007", "[U+0000][U+001B][2K[U+0007]"],
  ["spaces of other widths", "a\u200ab\u2000c\u1680d", "a[U+200A]b[U+2000]c[U+1680]d"],
  ["runs of no-break spaces", "a\u00a0\u00a0b", "a[U+00A0][U+00A0]b"],
  ["spaces at the end", "a\u00a0", "a[U+00A0]"],
  ["marks without a letter", "\u0301a \u0301", "[U+0301]a [U+0301]"],
  ["a stack of marks", `U${"\u0336".repeat(6)}`, `U${"\u0336".repeat(4)}[U+0336][U+0336]`],
  ["musical and Egyptian controls", "\u{1d173}\u{1d159}\u{13430}", "[U+1D173][U+1D159][U+13430]"],
]

const pieces = fc.oneof(
  fc.constantFrom(
    ...harmless.flatMap((text) => Array.from(text)),
    ...hidden.flatMap(([, text]) => [...text]),
  ),
  fc.constantFrom("[U+", "[U+202E]", "[U+005B]", "]", "\n", "\r\n", "\r", "\t", " "),
  fc.string({ unit: "binary", maxLength: 2 }),
)
const anyText = fc.array(pieces, { maxLength: 12 }).map((all) => all.join(""))

/** What a reader cannot tell apart, and may not need to: the kinds of line breaks, and tabs. */
const toHarmlessForm = (text: string) => text.replaceAll("\r\n", "\n").replaceAll("\t", " ")

describe("drawText", () => {
  it.each(harmless)("keeps %s as it is", (text) => {
    expect(drawText(text, 200)).toBe(toHarmlessForm(text))
    expect(hasHiddenCharacters(text)).toBe(false)
    expect(hasDrawnCharacters(drawText(text, 200))).toBe(false)
  })

  it.each(hidden)("draws %s", (_, text, drawn) => {
    expect(drawText(text, 200)).toBe(drawn)
    expect(hasHiddenCharacters(text)).toBe(true)
    expect(hasDrawnCharacters(drawn)).toBe(true)
  })

  it("tells a drawn character from a text that looks like one", () => {
    expect(drawText("[U+202E]", 200)).toBe("[U+005B]U+202E]")
    expect(hasDrawnCharacters("[U+005B]U+202E]")).toBe(false)
    expect(hasHiddenCharacters("[U+202E]")).toBe(false)
  })

  it("draws no two texts the same, but for kinds of line breaks and tabs", () => {
    /** Reads a drawn text back. */
    const read = (drawn: string) =>
      drawn.replace(/\[U\+([0-9A-F]{4,6})\]/g, (_, code: string) =>
        String.fromCodePoint(Number.parseInt(code, 16)),
      )
    fc.assert(
      fc.property(anyText, (text) => {
        expect(read(drawText(text, 10_000))).toBe(toHarmlessForm(text))
        expect(read(drawLine(text, 10_000))).toBe(toHarmlessForm(text))
      }),
      { numRuns: 2_000 },
    )
  })

  it("reports hidden characters exactly when it draws some, and can be drawn again", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const drawn = drawText(text, 10_000)
        expect(hasDrawnCharacters(drawn)).toBe(hasHiddenCharacters(text))
        expect(drawLine(text, 10_000)).not.toContain("\n")
        expect(hasHiddenCharacters(sanitizeText(drawn, 100_000))).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })

  it("reports the number of omitted characters, and cuts none in two", () => {
    expect(drawText("abcdef", 4)).toBe("abcd… (2 more characters)")
    expect(drawText("abc👋", 4)).toBe("abc… (2 more characters)")
    expect(sanitizeText("abc👋", 4)).toBe("abc… (2 more characters)")
  })
})
