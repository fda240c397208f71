import { describe, expect, it } from "vitest"
import { boundedEmail } from "./boundedEmail.ts"

describe("boundedEmail", () => {
  it("shows an address of 30 characters whole", () => {
    const email = "a".repeat(18) + "@example.com"
    expect(email).toHaveLength(30)
    expect(boundedEmail(email)).toBe(email)
  })

  it("drops the last three of a longer one, and says so", () => {
    expect(boundedEmail("a".repeat(19) + "@example.com")).toBe(`${"a".repeat(19)}@example....`)
  })
})
