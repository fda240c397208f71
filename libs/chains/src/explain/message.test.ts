import { describe, expect, it } from "vitest"
import { describeMessage } from "./message.ts"

const describeText = (message: string) => describeMessage({ _tag: "Message", message }, () => true)
const tagsOf = (message: string) => describeText(message).dangers.map(({ _tag }) => _tag)
const digits = "5e9c".repeat(16)

describe("describeMessage", () => {
  it("draws hidden characters, and takes an act for them", () => {
    const hidden = `Sign in${Array.from("pay all", (one) => String.fromCodePoint(0xe0000 + (one.codePointAt(0) ?? 0))).join("")}`
    const { dangers, fields } = describeText(hidden)
    expect(dangers).toEqual([{ _tag: "HiddenCharacters" }])
    expect(fields[0]?.text).toBe("Sign in[U+E0070][U+E0061][U+E0079][U+E0020][U+E0061][U+E006C][U+E006C]")
  })

  it("takes no act for emoji, Persian and line breaks of any kind", () => {
    expect(tagsOf("می‌خواهم وارد شوم 👩‍🌾\r\n\tNonce: 5")).toEqual([])
  })

  it("shows bytes as bytes, as a blind signature", () => {
    const { bytes, dangers, fields } = describeMessage({ _tag: "MessageBytes", bytes: "0xff00" }, () => true)
    expect(bytes).toEqual(Uint8Array.of(0xff, 0))
    expect(fields).toEqual([{ label: "Bytes", text: "0xff00", value: { _tag: "Text" } }])
    expect(dangers).toEqual([{ _tag: "Blind" }])
  })

  it.each([
    `0x${digits}`,
    digits,
    digits.toUpperCase(),
    digits.replace(/../g, "$& "),
    digits.replace(/..../g, "$&:\n"),
    "ab ".repeat(32),
    "0xdeadbeef",
    "0xabc",
    "a".repeat(32),
    "Nonce \0",
    " ".repeat(10_001),
  ])("warns Blind for %j, which no reader can judge", (message) => {
    expect(tagsOf(message)).toEqual(["Blind"])
  })

  it.each(["", "0x", "deadbeef", "1234 5678", `Nonce: ${digits}`, "a".repeat(64), "cafe babe"])(
    "takes no act for %j",
    (message) => {
      expect(tagsOf(message)).toEqual([])
    },
  )
})
