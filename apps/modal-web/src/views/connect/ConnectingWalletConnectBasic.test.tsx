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
})
