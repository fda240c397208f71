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
})
