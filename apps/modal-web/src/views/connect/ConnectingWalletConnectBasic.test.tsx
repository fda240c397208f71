import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { ConnectingWalletConnectBasic } from "./ConnectingWalletConnectBasic.tsx"

describe("ConnectingWalletConnectBasic", () => {
  it("reports truthfully that the page configured no way to reach a wallet", () => {
    expect(getTexts(renderScene("no-adapter", <ConnectingWalletConnectBasic />))).toEqual([
      "Adapter not found",
      "This site is not set up for any wallet.",
    ])
  })

  it("shows only the code", () => {
    const markup = renderScene("phone-basic", <ConnectingWalletConnectBasic />)
    expect(markup).toContain('role="img"')
    expect(getTexts(markup)).toContain("Copy link")
  })

  it("shows the code of the host's own link, also without a relay, and does not say that it renews", () => {
    const view = <ConnectingWalletConnectBasic uri="wc:host@2?symKey=00" />
    const markup = renderScene("phone-basic", view, { relay: false, link: null })
    expect(markup).toContain('role="img"')
    expect(getTexts(markup)).toContain("Copy link")
    expect(getTexts(markup).join(" ")).not.toMatch(/new code/i)
  })
})
