import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import type { SceneName } from "../../gallery/scenes.ts"
import { ConnectingSocial } from "./ConnectingSocial.tsx"

const words = (scene: SceneName, provider: "google" | "x" | "discord" | "github" = "google") =>
  getTexts(renderScene(scene, <ConnectingSocial provider={provider} />))

describe("ConnectingSocial", () => {
  it("says where it stands, and lets a person give up", () => {
    expect(words("social-opening")).toEqual(["Opening Google", "A window opens in a moment.", "Cancel"])
    expect(words("social-waiting", "discord")).toEqual([
      "Continue in the window of Discord",
      "Sign in there. This page goes on by itself.",
      "Cancel",
    ])
    expect(words("social-connecting")).toEqual(["Almost there", "Your wallet is being opened.", "Cancel"])
  })

  it("tells that the browser let no window open, and lets a person open it by a press", () => {
    expect(words("social-blocked")).toEqual([
      "Not signed in with Google",
      "Your browser blocked the window",
      "Allow this site to open windows, then try again.",
      "Open the window",
    ])
  })

  it("says that somebody else answered, and begins anew", () => {
    const shown = words("social-untrusted", "x")
    expect(shown).toContain("Untrusted Origin")
    expect(shown.at(-1)).toBe("Try again")
  })

  it("leaves the page inside Telegram, which has no other window", () => {
    expect(words("social-telegram", "github")).toEqual([
      "Taking you to GitHub",
      "You come back here once you are signed in.",
      "Cancel",
    ])
  })
})
