import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { soon } from "../../gallery/emailScenes.ts"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { EmailVerifyDevice } from "./EmailVerifyDevice.tsx"

describe("EmailVerifyDevice", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: soon - 24_000 })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it("shows the next action and the link's address, with another link and another address", () => {
    expect(getTexts(renderScene("email-device-sent", <EmailVerifyDevice />))).toEqual([
      "Open the link in your email",
      "This device is new. To continue, open the link we sent to:",
      "vera@example.com",
      "Send another link",
      "in 24 seconds",
      "Open it on any of your devices. This page continues automatically.",
      "Use another address",
    ])
  })

  it("announces the wait politely and shows progress", () => {
    const markup = renderScene("email-device", <EmailVerifyDevice />)
    expect(markup).toContain('class="mail-head" role="status"')
    expect(markup).toContain('class="ring" data-state="turning"')
    expect(markup).not.toContain('role="alert"')
  })

  it("shows the failure", () => {
    const markup = renderScene("email-device-failed", <EmailVerifyDevice />)
    expect(markup).toContain('role="alert"')
    expect(getTexts(markup)).toContain("This link has expired. Please ask for a new one.")
    expect(markup).toContain('class="ring" data-state="bad"')
  })

  it("keeps waiting when only another link is throttled", () => {
    const markup = renderScene("email-device-throttled", <EmailVerifyDevice />)
    expect(getTexts(markup)).toContain("Please try again after 24 seconds.")
    expect(markup).toContain('class="ring" data-state="turning"')
  })

  it("links to sign-in when no link is pending", () => {
    expect(getTexts(renderScene("email-code", <EmailVerifyDevice />)).at(-1)).toBe("Sign in")
  })
})
