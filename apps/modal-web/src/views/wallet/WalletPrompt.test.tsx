import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import type { SceneName } from "../../gallery/scenes.ts"
import { SwitchNetwork } from "../network/SwitchNetwork.tsx"
import { WalletSendPreview } from "../send/WalletSendPreview.tsx"

const sending = (scene: SceneName) => getTexts(renderScene(scene, <WalletSendPreview />))
const switching = (scene: SceneName) => getTexts(renderScene(scene, <SwitchNetwork target="eip155:137" />))

describe("a wallet that is asked", () => {
  it("is where the person answers: in this browser, on a phone, in an app of this machine", () => {
    expect(sending("review-asking")).toContain("Approve in your wallet")
    expect(sending("phone-send-asking")).toContain("Open your wallet on your phone")
    expect(sending("phone-send-app")).toContain("Open Rainbow to answer")
    expect(switching("phone-switch")).toContain("Open your wallet on your phone")
  })

  it("is opened again where it is an app, and nowhere else", () => {
    const again = "Open Rainbow again"
    expect(sending("phone-send-app")).toContain(again)
    expect(switching("phone-switch-app")).toContain(again)
    expect(sending("phone-send-asking")).not.toContain(again)
    expect(sending("review-asking")).not.toContain(again)
  })

  it("is looked for where it is, when it takes long", () => {
    const said = (scene: SceneName) => sending(scene).join(" ")
    expect(said("review-slow")).toContain("Look for a wallet window behind this one.")
    expect(said("phone-send-slow")).toContain("Look for the request on your phone.")
    expect(said("phone-send-slow")).not.toContain("window")
  })
})
