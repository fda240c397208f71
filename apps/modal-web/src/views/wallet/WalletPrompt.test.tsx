import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import type { SceneName } from "../../gallery/scenes.ts"
import { SwitchNetwork } from "../network/SwitchNetwork.tsx"
import { WalletSendPreview } from "../send/WalletSendPreview.tsx"

const sending = (scene: SceneName) => getTexts(renderScene(scene, <WalletSendPreview />))
const switching = (scene: SceneName) => getTexts(renderScene(scene, <SwitchNetwork target="eip155:137" />))

describe("WalletPrompt", () => {
  it("names the place of the approval: this browser, a phone, or an app of this device", () => {
    expect(sending("review-asking")).toContain("Approve in your wallet")
    expect(sending("phone-send-asking")).toContain("Open your wallet on your phone")
    expect(sending("phone-send-app")).toContain("Open Rainbow to answer")
    expect(switching("phone-switch")).toContain("Open your wallet on your phone")
  })

  it("offers to open only an app again", () => {
    const again = "Open Rainbow again"
    expect(sending("phone-send-app")).toContain(again)
    expect(switching("phone-switch-app")).toContain(again)
    expect(sending("phone-send-asking")).not.toContain(again)
    expect(sending("review-asking")).not.toContain(again)
  })

  it("shows a search hint for its place when the response is slow", () => {
    const said = (scene: SceneName) => sending(scene).join(" ")
    expect(said("review-slow")).toContain("Look for a wallet window behind this one.")
    expect(said("phone-send-slow")).toContain("Look for the request on your phone.")
    expect(said("phone-send-slow")).not.toContain("window")
  })

  it("ignores the second press of a double click, which hits the button that has just appeared", () => {
    const markup = renderScene("review-asking", <WalletSendPreview />)
    expect(markup).toMatch(/<button[^>]*aria-disabled="true"[^>]*><span>Stop waiting/)
  })
})
