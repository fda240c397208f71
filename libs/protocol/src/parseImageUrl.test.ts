import { describe, expect, it } from "vitest"
import { isNamedHost, parseImageUrl, parseNamedImage } from "./parseImageUrl.ts"

describe("parseImageUrl", () => {
  it.each([
    "data:image/png;base64,iVBORw0KGgo=",
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E",
    "data:image/svg+xml;charset=utf-8,%3Csvg/%3E",
    "https://img.example/icon.png",
    "http://127.0.0.1:4174/icon.png",
  ])("accepts %s", (icon) => {
    expect(parseImageUrl(icon)).toBe(icon)
  })

  it("keeps the whole picture when its data are written with a plain #", () => {
    const given = "data:image/svg+xml;utf8,<svg><rect fill='#f00'/><path fill='url(#a)'/></svg>"
    expect(parseImageUrl(given)).toBe(given.replaceAll("#", "%23"))
    expect(parseImageUrl("https://img.example/icon.svg#dark")).toBe("https://img.example/icon.svg#dark")
  })

  it.each([
    ["is a script", "javascript:alert(1)"],
    ["is a page", "data:text/html,<script>alert(1)</script>"],
    ["is not encrypted", "http://img.example/icon.png"],
    ["has no data", "data:image/png;base64,"],
    ["is broken", "data:image/png"],
    ["is no address", "https://"],
    ["is a page with the name of an image", "data:image/html,<script>alert(1)</script>"],
    ["has a long address", `https://img.example/${"a".repeat(2048)}`],
    ["is huge", `data:image/png;base64,${"A".repeat(100_001)}`],
    ["is no text", { toString: (): string => "https://img.example/icon.png" }],
    ["is nothing", undefined],
  ])("rejects an image that %s", (_, icon) => {
    expect(parseImageUrl(icon)).toBeNull()
  })
})

describe("parseNamedImage", () => {
  const hosts = ["cdn.example", "*.img.example", "127.0.0.1:4174"]

  it.each([
    "data:image/png;base64,AA==",
    "DATA:image/png;base64,AA==",
    "https://cdn.example/a.png",
    "https://CDN.example/a.png",
    "https://a.b.img.example/a.png",
    "http://127.0.0.1:4174/a.png",
  ])("accepts %s", (url) => {
    expect(parseNamedImage(url, hosts)).toBe(url)
  })

  it.each([
    "https://tracker.example/a.png",
    "https://cdn.example.tracker.example/a.png",
    "https://img.example/a.png",
    "https://notimg.example/a.png",
    "https://cdn.example:8443/a.png",
    "https://cdn.example@tracker.example/a.png",
    "http://127.0.0.1:1/a.png",
    "http://cdn.example/a.png",
  ])("rejects %s", (url) => {
    expect(parseNamedImage(url, hosts)).toBeNull()
  })

  it("accepts data only without hosts", () => {
    expect(isNamedHost("", [])).toBe(false)
    expect(parseNamedImage("https://cdn.example/a.png", [])).toBeNull()
    expect(parseNamedImage("data:image/png;base64,AA==", [])).not.toBeNull()
  })
})
