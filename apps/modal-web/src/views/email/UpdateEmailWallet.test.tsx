import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import type { SceneName } from "../../gallery/scenes.ts"
import { UpdateEmailWallet } from "./UpdateEmailWallet.tsx"

const render = (scene: SceneName) => renderScene(scene, <UpdateEmailWallet />)
const findField = (markup: string) => markup.match(/<input[^>]*>/)?.[0] ?? ""

describe("UpdateEmailWallet", () => {
  it("requests another address, and shows the current one and the next step", () => {
    expect(getTexts(render("email-edit"))).toEqual([
      "Choose a new email address",
      "Your current address is \u2068vera@example.com\u2069. We send a code to each address to confirm both are yours.",
      "New email address",
      "Continue",
    ])
  })

  it("labels its field and sets the keyboard and the autofill of an address", () => {
    const markup = render("email-edit")
    const id = markup.match(/<label[^>]*for="([^"]*)"/)?.[1]
    expect(findField(markup)).toContain(`id="${id}"`)
    expect(findField(markup)).toContain('inputMode="email"')
    expect(findField(markup)).toContain('autoComplete="email"')
  })

  it("keeps the typed text while it is sent, and when that fails", () => {
    const sending = render("email-edit-sending")
    expect(findField(sending)).toContain('value="vera@new.example"')
    expect(findField(sending)).toContain("readOnly")
    expect(sending).toContain('role="status">Sending you a code')
    const failed = render("email-edit-failed")
    expect(findField(failed)).toContain('value="vera@new.example"')
    expect(findField(failed)).toContain('aria-invalid="true"')
    expect(getTexts(failed)).toContain("Unable to load email login dependency")
    const id = findField(failed).match(/aria-describedby="([^"]*)"/)?.[1]
    expect(failed).toContain(`<div id="${id}" class="email-problem"><div class="notice"`)
  })

  it("links away when no user is signed in by email", () => {
    expect(getTexts(render("email-code")).at(-1)).toBe("Sign in")
  })
})
