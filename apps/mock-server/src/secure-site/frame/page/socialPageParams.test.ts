import { describe, expect, it } from "vitest"
import { makeReturnUrl, parseSocialPageParams } from "./socialPageParams.ts"

const read = (query: Readonly<Record<string, string>>) =>
  parseSocialPageParams(`?${new URLSearchParams(query)}`)

describe("parseSocialPageParams", () => {
  it("returns the state, and ignores an origin in the address", () => {
    expect(read({ state: "abc", origin: "https://app.example/page" })).toEqual({
      state: "abc",
      returnTo: null,
    })
  })

  it("returns the return URL when no window could be opened", () => {
    const page = "https://app.example/--/swap?a=1&b=2#top"
    for (const state of [`abc--${page}`, `abc--${encodeURIComponent(page)}`]) {
      const { returnTo, state: own } = read({ state })
      expect(own).toBe("abc")
      expect(returnTo?.href).toBe(page)
    }
    expect(makeReturnUrl(new URL(page), "https://site.example/r?code=1&x=2")).toBe(
      "https://app.example/--/swap?a=1&b=2&result_uri=https%3A%2F%2Fsite.example%2Fr%3Fcode%3D1%26x%3D2#top",
    )
  })

  it.each(["javascript:alert(1)", "data:text/html,x", "nowhere", "%", ""])(
    "returns no return URL for %j",
    (text) => {
      expect(read({ state: `abc--${text}` })).toEqual({
        state: "abc",
        returnTo: null,
      })
    },
  )
})
