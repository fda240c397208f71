import { describe, expect, it } from "vitest"
import { parseImageUrl } from "./parseImageUrl.ts"

describe("parseImageUrl", () => {
  it.each([
    "data:image/png;base64,iVBORw0KGgo=",
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E",
    "data:image/svg+xml;charset=utf-8,%3Csvg/%3E",
    "https://img.example/icon.png",
  ])("accepts %s", (icon) => {
    expect(parseImageUrl(icon)).toBe(icon)
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
