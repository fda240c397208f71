import { describe, expect, it } from "vitest"
import { getTexts, isSubmitBlocked, renderScene } from "../../gallery/renderScene.tsx"
import type { SceneName } from "../../gallery/scenes.ts"
import { NamesView, type NamesViewName } from "./NamesView.tsx"

const renderMarkup = (scene: SceneName, view: NamesViewName = "RegisterAccountName") =>
  renderScene(scene, <NamesView view={view} />)
const words = (scene: SceneName, view?: NamesViewName) => getTexts(renderMarkup(scene, view))

describe("ChooseAccountName", () => {
  it("shows the account's names and marks the one that is shown", () => {
    const shown = words("name-owned", "ChooseAccountName")
    expect(shown).toEqual(expect.arrayContaining(["Your names", "vera.reown.id", "Choose another name"]))
    expect(shown.filter((text) => text === "Shown on your account")).toHaveLength(1)
    expect(words("name-choose", "ChooseAccountName")).toContain("Choose name")
  })

  it("shows why the names are unknown, and a retry", () => {
    expect(words("name-owned-failed", "ChooseAccountName")).toEqual(
      expect.arrayContaining(["Error fetching names for address", "HTTP status code 503", "Try again"]),
    )
  })
})

describe("RegisterAccountName", () => {
  it("shows the rule, and what breaks it", () => {
    expect(words("name")).toEqual(
      expect.arrayContaining([".reown.id", "At least four letters, digits or hyphens"]),
    )
    expect(words("name-short")).toContain("Enter at least four characters.")
    expect(words("name-malformed")).toContain("Use letters, digits and hyphens only.")
    expect(isSubmitBlocked(renderMarkup("name-short"))).toBe(true)
    expect(isSubmitBlocked(renderMarkup("name-taken"))).toBe(false)
  })

  it("offers available names, and no taken one", () => {
    const markup = renderMarkup("name-suggestions")
    expect(getTexts(markup)).toEqual(
      expect.arrayContaining(["nova.reown.id", "Taken", "nova1.reown.id", "Available"]),
    )
    expect(markup.match(/aria-disabled="true"/g)).toHaveLength(1)
    expect(words("name-suggestions-failed")).toContain("Error fetching name suggestions")
  })

  it("shows the name, the account and the message before the wallet is requested", () => {
    const shown = words("name-review")
    expect(shown).toEqual(
      expect.arrayContaining([
        "Register this name",
        "nova.reown.id",
        "Ethereum",
        "Back",
        "Sign and register",
      ]),
    )
    expect(shown.join("")).toContain("0x52908400098527886E0F7030069857D29c9c0f3a")
    expect(renderMarkup("name-review")).toContain("&quot;timestamp&quot;:1800000000")
  })

  it("shows why the registration failed", () => {
    expect(words("name-taken")).toContain("Error registering name nova.reown.id")
    expect(words("name-review-declined")).toContain("Error registering name nova.reown.id")
    expect(words("name-review-expired").join(" ")).toContain("took more than ten seconds")
  })

  it("shows what is awaited, and that a late signature is not used", () => {
    expect(words("name-asking").join(" ")).toContain("nova.reown.id")
    expect(words("name-slow").join(" ")).toContain("A late signature is not used.")
    expect(words("name-registering").join(" ")).toContain("The registry has your signature.")
  })

  it("offers nothing to a wallet other than the embedded one", () => {
    expect(words("name-other-wallet")).toContain("No names for this account")
  })
})

describe("RegisterAccountNameSuccess", () => {
  it("shows the registered name, and the way to one without it", () => {
    const view = "RegisterAccountNameSuccess"
    expect(words("name-success", view).join(" ")).toContain("is yours")
    expect(words("name-success", view)).toContain("Let's go")
    expect(words("name-success-none", view)).toContain("Choose name")
  })
})
