import { describe, expect, it } from "vitest"
import { isEmail, truncateEmail } from "./emailAddress.ts"

describe("truncateEmail", () => {
  it("returns an address of 30 characters unchanged", () => {
    const email = "a".repeat(18) + "@example.com"
    expect(email).toHaveLength(30)
    expect(truncateEmail(email)).toBe(email)
  })

  it("drops the last three characters of a longer one and adds an ellipsis", () => {
    expect(truncateEmail("a".repeat(19) + "@example.com")).toBe(`${"a".repeat(19)}@example....`)
  })
})

describe("isEmail", () => {
  it.each(["you@example.com", "a.b+c@mail.example.co.uk", "o'hara@x.yz", "用户@例子.中国"])(
    "accepts %s",
    (text) => {
      expect(isEmail(text)).toBe(true)
    },
  )

  it.each([
    "",
    "you",
    "you@",
    "@example.com",
    "you@example",
    "you@example.",
    "you@.com",
    "a b@c.de",
    "a@b@c.de",
  ])("rejects the unfinished %j", (text) => {
    expect(isEmail(text)).toBe(false)
  })
})
