import { deceptiveCharacters } from "@wmodal/protocol"
import { describe, expect, it } from "vitest"
import { toPrintableJson, toPrintableLine, toPrintableText } from "./printable.ts"

const clipboard = "\u001b]52;c;ZXZpbA==\u0007"

describe("toPrintableLine", () => {
  it("draws every character that deceives, and white space as a space", () => {
    expect(toPrintableLine(`a${clipboard}\u009b2J\u202eb\r\nc\td`)).toBe(
      "a[U+001B]]52;c;ZXZpbA==[U+0007][U+009B]2J[U+202E]b c d",
    )
    const left = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code))
      .filter((character) => character.search(deceptiveCharacters) >= 0)
      .filter((character) => toPrintableLine(character) === character)
    expect(left).toEqual([])
  })

  it("keeps letters, marks and symbols", () => {
    const text = "Zażółć 日本 ½ € 👍 é"
    expect(toPrintableLine(text)).toBe(text)
  })
})

describe("toPrintableText", () => {
  it("keeps tabs and line breaks only", () => {
    expect(toPrintableText(`a\tb\n${clipboard}\r`)).toBe("a\tb\n[U+001B]]52;c;ZXZpbA==[U+0007][U+000D]")
  })
})

describe("toPrintableJson", () => {
  it("escapes what a terminal obeys and keeps the value", () => {
    const value = { text: `a\u009b2J\u202e\u{E0041}\u007f${clipboard}` }
    const json = toPrintableJson(JSON.stringify(value))
    expect(json.search(deceptiveCharacters)).toBe(-1)
    expect(JSON.parse(json)).toEqual(value)
  })
})
