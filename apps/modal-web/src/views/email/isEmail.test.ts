import { describe, expect, it } from "vitest"
import { isEmail } from "./isEmail.ts"

describe("isEmail", () => {
  it.each(["you@example.com", "a.b+c@mail.example.co.uk", "o'hara@x.yz", "用户@例子.中国"])(
    "lets %s be asked",
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
  ])("finds that %j is not finished", (text) => {
    expect(isEmail(text)).toBe(false)
  })
})
