import { describe, expect, it } from "vitest"
import { renderScene, wordsIn } from "../../gallery/renderScene.tsx"
import { ConnectingWalletConnectBasic } from "./ConnectingWalletConnectBasic.tsx"

describe("ConnectingWalletConnectBasic", () => {
  it("says truthfully that the page gave no way to reach a wallet", () => {
    expect(wordsIn(renderScene("no-adapter", <ConnectingWalletConnectBasic />))).toEqual([
      "Adapter not found",
      "This site has no way to reach any wallet.",
    ])
  })

  it("shows the code alone", () => {
    const markup = renderScene("phone-basic", <ConnectingWalletConnectBasic />)
    expect(markup).toContain('role="img"')
    expect(wordsIn(markup)).toContain("Copy link")
  })
})
