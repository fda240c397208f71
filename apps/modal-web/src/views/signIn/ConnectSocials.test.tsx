import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { ConnectSocials } from "./ConnectSocials.tsx"
import { SocialLogins } from "./SocialLogins.tsx"

const telegram = (os: "ios" | "android" | "mac") =>
  ({ mobile: true, device: { os, tapOnly: true, telegram: true, framed: false } }) as const

describe("ConnectSocials", () => {
  it("shows every provider of the page, in the page's order", () => {
    expect(getTexts(renderScene("all-socials", <ConnectSocials />))).toEqual([
      "Google",
      "X",
      "Discord",
      "Farcaster",
      "GitHub",
      "Apple",
      "Facebook",
    ])
  })

  it("hides providers that do not work inside Telegram", () => {
    const inside = (os: "ios" | "android" | "mac") =>
      getTexts(renderScene("all-socials", <ConnectSocials />, { place: telegram(os) }))
    expect(inside("ios")).not.toContain("Google")
    expect(inside("mac")).not.toContain("X")
    expect(inside("android")).toEqual(["Google", "Discord", "Farcaster", "GitHub", "Apple"])
  })
})

describe("SocialLogins", () => {
  it("shows the first provider with its name, and labels each icon", () => {
    const markup = renderScene("sign-in", <SocialLogins />)
    expect(getTexts(markup)).toEqual(["Continue with Google"])
    expect([...markup.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label)).toEqual([
      "Sign in with",
      "Continue with X",
      "Continue with Discord",
      "Continue with Farcaster",
      "Continue with GitHub",
      "More ways to sign in",
    ])
  })

  it("shows both names when there are only two", () => {
    expect(getTexts(renderScene("sign-in-two", <SocialLogins />))).toEqual([
      "Continue with Google",
      "Continue with Apple",
    ])
  })
})
