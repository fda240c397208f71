import { describe, expect, it } from "vitest"
import { parseUrl } from "./parseUrl.ts"

describe("parseUrl", () => {
  it.each([
    ["https://a.example/b?c", undefined],
    ["/path", "https://a.example"],
    ["/path", undefined],
    ["", undefined],
    ["http://[::1]:3/", undefined],
    ["http://[", undefined],
    ["mailto:a@b.example", "https://a.example"],
  ])("returns what URL.parse returns for %j at %j", (url, base) => {
    expect(parseUrl(url, base)?.href).toBe(URL.parse(url, base)?.href)
  })
})
