import { EngineError, type SignInState } from "@wmodal/core"
import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { EmailField } from "./EmailField.tsx"

const render = (state: SignInState) =>
  renderScene("connect", <EmailField />, { signIn: { state, user: null } })
const findField = (markup: string) => markup.match(/<input[^>]*>/)?.[0] ?? ""
const email = "vera@example.com"

describe("EmailField", () => {
  it("renders a labelled field with a submit button and no error", () => {
    const markup = render({ _tag: "Idle" })
    expect(getTexts(markup)).toEqual(["Email address"])
    const id = markup.match(/<label[^>]*for="([^"]*)"/)?.[1]
    expect(findField(markup)).toContain(`id="${id}"`)
    expect(findField(markup)).toContain('autoComplete="email"')
    expect(markup).toContain('<button type="submit" class="email-go" aria-label="Continue with email"')
  })

  it("keeps the address while a code is sent, and reports that", () => {
    const markup = render({ _tag: "Email", email, problem: null })
    expect(findField(markup)).toContain(`value="${email}"`)
    expect(findField(markup)).toContain("readOnly")
    expect(markup).toContain('role="status">Sending you a code')
    expect(markup).toContain('aria-disabled="true"')
  })

  it("shows the wait before the next code, and does not call the address wrong", () => {
    const problem = new EngineError({ reason: { _tag: "Throttled", seconds: 1 } })
    const markup = render({ _tag: "Email", email, problem })
    expect(findField(markup)).toContain(`value="${email}"`)
    expect(findField(markup)).toContain('aria-invalid="false"')
    expect(getTexts(markup)).toContain("Please try again after 1 second.")
    expect(markup).toContain('aria-disabled="false"')
  })

  it("shows below it why no code was sent", () => {
    const problem = new EngineError({ reason: { _tag: "SecureSiteNotFound" } })
    const markup = render({ _tag: "Email", email, problem })
    expect(findField(markup)).toContain('aria-invalid="true"')
    expect(getTexts(markup)).toContain("Email sign-in is not set up")
  })
})
