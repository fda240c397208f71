import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import type { SceneName } from "../../gallery/scenes.ts"
import { ConnectingSocial } from "./ConnectingSocial.tsx"

const words = (scene: SceneName, provider: "google" | "x" | "discord" | "github" = "google") =>
  getTexts(renderScene(scene, <ConnectingSocial provider={provider} />))

describe("ConnectingSocial", () => {
  it("shows the progress, and lets the user cancel", () => {
    expect(words("social-opening")).toEqual(["Opening Google", "A window opens in a moment.", "Cancel"])
    expect(words("social-waiting", "discord")).toEqual([
      "Continue in the window of Discord",
      "Sign in there. This page continues automatically.",
      "Cancel",
    ])
    expect(words("social-connecting")).toEqual(["Almost there", "Your wallet is being opened.", "Cancel"])
  })

  it("reports a blocked popup, and opens it on a press", () => {
    expect(words("social-blocked")).toEqual([
      "Not signed in with Google",
      "Pop-up blocked",
      "Allow pop-ups for this site, then try again. If another site shows this page, open it in a tab of its own.",
      "Open the window",
    ])
  })

  it("reports that another account responded, and starts again", () => {
    const shown = words("social-untrusted", "x")
    expect(shown).toContain("Untrusted Origin")
    expect(shown.at(-1)).toBe("Try again")
  })

  it("redirects the page inside Telegram, which has no popups", () => {
    expect(words("social-telegram", "github")).toEqual([
      "Redirecting to GitHub",
      "You return here once you are signed in.",
      "Cancel",
    ])
  })
})
