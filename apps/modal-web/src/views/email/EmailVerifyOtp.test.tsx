import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { soon } from "../../gallery/emailScenes.ts"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import type { SceneName } from "../../gallery/scenes.ts"
import { EmailVerifyOtp } from "./EmailVerifyOtp.tsx"

const render = (scene: SceneName) => renderScene(scene, <EmailVerifyOtp />)
const findField = (markup: string) => markup.match(/<input[^>]*>/)?.[0] ?? ""
const findCells = (markup: string) => markup.match(/<div class="otp-cells".*?<\/div>/)?.[0] ?? ""

describe("EmailVerifyOtp", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: soon - 24_000 })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it("shows the code's address, a field, and the time of the next code", () => {
    expect(getTexts(render("email-code"))).toEqual([
      "Enter the code",
      "We sent six digits to:",
      "vera@example.com",
      "Confirm",
      "Enter all six digits first.",
      "Send another code",
      "in 24 seconds",
      "It can take a minute. Check your spam folder, too.",
    ])
  })

  it("renders one field with a numeric keyboard and the autofill of one-time codes", () => {
    const markup = render("email-code")
    expect(markup.match(/<input/g)).toHaveLength(1)
    const field = findField(markup)
    expect(field).toContain('aria-label="Code, six digits"')
    expect(field).toContain('inputMode="numeric"')
    expect(field).toContain('autoComplete="one-time-code"')
    expect(field).not.toContain("maxlength")
    expect(findCells(markup)).toContain('aria-hidden="true"')
    expect(findCells(markup).match(/<span/g)).toHaveLength(6)
  })

  it("keeps the resend button inactive until its time, and focusable", () => {
    expect(render("email-code")).toMatch(/class="chip resend" aria-disabled="true"/)
    const after = render("email-code-resend")
    expect(after).toMatch(/class="chip resend" aria-disabled="false"/)
    expect(getTexts(after)).not.toContain("in 0 seconds")
    expect(after).toContain('role="status">You can request another one now.')
  })

  it("reports that the code is being checked, and blocks edits meanwhile", () => {
    const markup = render("email-code-checking")
    expect(findField(markup)).toContain("readOnly")
    expect(markup).toContain('role="status">Checking the code')
    expect(markup).toContain('class="otp" data-busy="true"')
  })

  it.each([
    ["email-code-wrong", "This code is wrong. Please try again."],
    ["email-code-expired", "This code has expired. Please ask for a new one."],
    ["email-code-too-many", "Too many wrong codes. Please ask for a new one."],
  ] as const)("marks the field with the reason when it is %s", (scene, text) => {
    const markup = render(scene)
    const id = markup.match(/<div id="([^"]*)"><div class="notice" data-tone="bad" role="alert"/)?.[1]
    expect(findField(markup)).toContain('aria-invalid="true"')
    expect(findField(markup)).toContain(`aria-describedby="${id}"`)
    expect(getTexts(markup)).toContain(text)
  })

  it("shows the wait before the next code, and marks no digit as wrong", () => {
    const markup = render("email-code-throttled")
    expect(findField(markup)).toContain('aria-invalid="false"')
    expect(getTexts(markup)).toContain("Please try again after 24 seconds.")
    expect(markup.match(/role="alert"/g)).toHaveLength(1)
    expect(markup).toMatch(/role="alert">Please try again after 24 seconds\. [^<]+</)
  })

  it("shows a long address whole, isolated from the text around it", () => {
    expect(render("email-code-long")).toContain(
      '<bdi dir="ltr">vera.constantinopoulou.mandeville@letters.of.a.long.example.com</bdi>',
    )
  })

  it("links to sign-in when no code is requested", () => {
    const words = getTexts(render("email-code-none"))
    expect(words).toContain("No code was requested")
    expect(words.at(-1)).toBe("Sign in")
  })

  it("takes no code of a sign-in whose code belongs into the frame, and offers another one", () => {
    const markup = render("email-code-declined")
    expect(markup).not.toContain("<input")
    expect(getTexts(markup)).toContain("Send another code")
    expect(markup).toContain('role="alert"')
  })

  it("accepts no code for another purpose", () => {
    const markup = renderScene("email-edit-new", <EmailVerifyOtp />)
    expect(markup).not.toContain("<input")
    expect(getTexts(markup).at(-1)).toBe("Go to account")
  })
})
