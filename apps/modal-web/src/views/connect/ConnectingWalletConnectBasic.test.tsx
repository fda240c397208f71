import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { ConnectingWalletConnectBasic } from "./ConnectingWalletConnectBasic.tsx"

describe("ConnectingWalletConnectBasic", () => {
  it("says truthfully that the page gave no way to reach a wallet", () => {
    expect(getTexts(renderScene("no-adapter", <ConnectingWalletConnectBasic />))).toEqual([
      "Adapter not found",
      "This site has no way to reach any wallet.",
    ])
  })

  it("shows the code alone", () => {
    const markup = renderScene("phone-basic", <ConnectingWalletConnectBasic />)
    expect(markup).toContain('role="img"')
    expect(getTexts(markup)).toContain("Copy link")
  })
})
