import type { SocialProvider } from "@wmodal/core"
import { describe, expect, it } from "vitest"
import { layoutSocialLogins } from "./layoutSocialLogins.ts"

const all: readonly SocialProvider[] = ["google", "x", "discord", "farcaster", "github", "apple", "facebook"]

describe("layoutSocialLogins", () => {
  it("returns the first with its name, and four icons next to the link to the others", () => {
    expect(layoutSocialLogins(all)).toEqual({
      rows: ["google"],
      marks: ["x", "discord", "farcaster", "github"],
      more: true,
    })
  })

  it("returns six without another view", () => {
    expect(layoutSocialLogins(all.slice(0, 6))).toEqual({
      rows: ["google"],
      marks: all.slice(1, 6),
      more: false,
    })
  })

  it("returns two names when there are only two", () => {
    expect(layoutSocialLogins(all.slice(0, 2))).toEqual({ rows: ["google", "x"], marks: [], more: false })
    expect(layoutSocialLogins(all.slice(0, 1))).toEqual({ rows: ["google"], marks: [], more: false })
    expect(layoutSocialLogins([])).toEqual({ rows: [], marks: [], more: false })
  })
})
