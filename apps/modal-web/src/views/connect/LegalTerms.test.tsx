import { describe, expect, it } from "vitest"
import { useEngine } from "../../binding/EngineContext.tsx"
import type { FakeEngineState } from "../../gallery/fakeEngine.ts"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { LegalTerms, type LegalTermsProps } from "./LegalTerms.tsx"

const walletName = "MetaMask"

const Terms = ({ view }: Pick<LegalTermsProps, "view">) => {
  const { legal } = useEngine().engine.options
  return (
    legal && (
      <LegalTerms legal={legal} view={view}>
        <button type="button">{walletName}</button>
      </LegalTerms>
    )
  )
}

const render = (
  scene: "legal-checkbox" | "legal-agreed" | "legal-links",
  view: LegalTermsProps["view"] = "Connect",
  over: Partial<FakeEngineState> = {},
) => renderScene(scene, <Terms view={view} />, over)

describe("LegalTerms", () => {
  it("disables the view and says why until the box is ticked", () => {
    const locked = render("legal-checkbox")
    expect(locked).toMatch(/<fieldset[^>]* disabled=""/)
    expect(getTexts(locked)).toEqual([
      "I agree to the terms of service and the privacy policy",
      "Terms of service",
      "Privacy policy",
      "Tick the box above to connect.",
      "MetaMask",
    ])
    const [, hint] = /<fieldset[^>]* aria-describedby="([^"]+)"/.exec(locked) ?? []
    expect(locked).toContain(`id="${hint}"`)
  })

  it("enables the view when the user has agreed", () => {
    const open = render("legal-agreed")
    expect(open).not.toContain("disabled")
    expect(open).toMatch(/type="checkbox"[^>]*checked/)
  })

  it("shows links alone below the view, each in a new tab without a referrer", () => {
    const links = render("legal-links")
    expect(getTexts(links)).toEqual([
      "MetaMask",
      "By connecting, you agree to the terms of service.",
      "Terms of service",
    ])
    expect(links).toContain(
      '<a href="https://nimbus.example/terms" target="_blank" rel="noopener noreferrer" aria-label="Terms of service, opens in a new tab">',
    )
  })

  it("shows no code that could be scanned before the user has agreed", () => {
    expect(getTexts(render("legal-checkbox", "ConnectingWalletConnectBasic"))).not.toContain("MetaMask")
    expect(getTexts(render("legal-agreed", "ConnectingWalletConnectBasic"))).toContain("MetaMask")
  })

  it("leaves views alone in which no connection begins", () => {
    expect(getTexts(render("legal-checkbox", "Account"))).toEqual(["MetaMask"])
  })
})
