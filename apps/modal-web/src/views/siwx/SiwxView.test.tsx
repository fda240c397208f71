import { describe, expect, it } from "vitest"
import { getTexts, isSubmitBlocked, renderScene } from "../../gallery/renderScene.tsx"
import type { SceneName } from "../../gallery/scenes.ts"
import { SiwxView } from "./SiwxView.tsx"

const renderMarkup = (scene: SceneName) => renderScene(scene, <SiwxView />)
const words = (scene: SceneName) => getTexts(renderMarkup(scene))

describe("SiwxView", () => {
  it("shows the site, the statement, the account, the expiry and the resources of the message", () => {
    const shown = words("siwx")
    expect(shown).toEqual(
      expect.arrayContaining([
        "Nimbus Exchange",
        "wants you to sign in",
        "I accept the terms of Nimbus: https://nimbus.example/terms",
        "nimbus.example",
        "Ethereum",
        "Valid until",
        "Nov 28, 2026, 9:00 AM",
        "https://nimbus.example/orders",
        "https://nimbus.example/profile",
        "Cancel",
        "Sign in",
      ]),
    )
    expect(shown.join(" ")).toContain("Cancel disconnects your wallet.")
    expect(shown.join("")).toContain("0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")
    expect(renderMarkup("siwx")).toContain("Nonce: 8xZ4qLr2TtV0pW7cYb1N")
    expect(isSubmitBlocked(renderMarkup("siwx"))).toBe(false)
  })

  it("requires the act for a message of another site", () => {
    expect(words("siwx-other-site")).toEqual(
      expect.arrayContaining(["Sign-in for another site", "evil.example"]),
    )
    expect(isSubmitBlocked(renderMarkup("siwx-other-site"))).toBe(true)
  })

  it("shows the whole text of a message that is no sign-in message", () => {
    expect(words("siwx-unread").join("\n")).toContain("Welcome to Nimbus! Sign this to continue.")
    expect(words("siwx-unread")).not.toContain("Site")
  })

  it("shows a long message to its end, and holds the sign-in back until that has been seen", () => {
    const markup = renderMarkup("siwx-long")
    expect(markup).toMatch(/<div class="request-text" dir="auto">[^<]*Request ID: a+Z</)
    expect(words("siwx-long")).toEqual(
      expect.arrayContaining(["I have read it to its end", "Read the message to its end first."]),
    )
    expect(markup).toContain('<fieldset class="request-acts" disabled="">')
    expect(isSubmitBlocked(markup)).toBe(true)
  })

  it("says what is awaited, and why the last attempt failed", () => {
    expect(renderMarkup("siwx-checking")).toContain("Looking for your session")
    expect(words("siwx-asking").join(" ")).toContain("You are then signed in here.")
    expect(words("siwx-slow").join(" ")).toContain("A late signature is not used.")
    expect(words("siwx-refused")).toContain("Wallet locked")
    expect(words("siwx-failed")).toEqual(expect.arrayContaining(["Wallet locked", "Try again", "Cancel"]))
    expect(words("siwx-none")).toContain("Nothing to sign")
  })
})
