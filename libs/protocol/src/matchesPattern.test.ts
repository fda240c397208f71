import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { matchesPattern } from "./matchesPattern.ts"

describe("matchesPattern", () => {
  it("accepts a matching text, and reports the pattern for any other", () => {
    const digits = z.string().check(matchesPattern(/^\d+$/))
    expect(digits.parse("42")).toBe("42")
    expect(z.safeParse(digits, "4a").error?.issues).toMatchObject([{ message: "not of the form ^\\d+$" }])
  })
})
