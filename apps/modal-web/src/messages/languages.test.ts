import { describe, expect, it } from "vitest"
import { loadLanguage } from "./languages.ts"

describe("loadLanguage", () => {
  it.each(["constructor", "toString-XA", "__proto__", "de"])("returns null for %s", async (language) => {
    expect(await loadLanguage(language)).toBe(null)
  })

  it("returns the catalogue of a language", async () => {
    expect(await loadLanguage("en-XA")).toMatchObject({ "connect.title": expect.any(String) })
  })
})
