import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { ConnectingFarcaster } from "./ConnectingFarcaster.tsx"

describe("ConnectingFarcaster", () => {
  it("shows its link as a QR code, and a button that copies it", () => {
    const markup = renderScene("farcaster-code", <ConnectingFarcaster />)
    expect(markup).toContain('role="img" aria-label="Code to scan with your phone, for Farcaster"')
    expect(getTexts(markup)).toEqual([
      "Scan this code with the camera of your phone, and approve it in Farcaster.",
      "Copy link",
      "Waiting for Farcaster",
      "The code is ready",
    ])
  })

  it("keeps the space of the code while it is made", () => {
    const markup = renderScene("farcaster-making", <ConnectingFarcaster />)
    expect(markup).toContain('class="qr" data-empty=""')
    expect(getTexts(markup)).toContain("Creating code")
  })

  it("opens its link on a phone", () => {
    const markup = renderScene("farcaster-phone", <ConnectingFarcaster />)
    expect(markup).toMatch(
      /href="https:\/\/farcaster\.example\/connect[^"]*" target="_blank" rel="noopener noreferrer"/,
    )
    expect(markup).not.toContain('class="qr"')
    expect(renderScene("farcaster-phone-making", <ConnectingFarcaster />)).not.toContain("href")
  })

  it("continues after the approval, and makes another code after a failure", () => {
    expect(getTexts(renderScene("farcaster-connecting", <ConnectingFarcaster />))).toEqual([
      "Almost there",
      "Your wallet is being opened.",
    ])
    const failed = getTexts(renderScene("farcaster-failed", <ConnectingFarcaster />))
    expect(failed[0]).toBe("Not signed in with Farcaster")
    expect(failed.at(-1)).toBe("New code")
  })
})
