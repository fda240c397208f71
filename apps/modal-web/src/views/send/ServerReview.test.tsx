import { describe, expect, it } from "vitest"
import { getTexts, isSubmitBlocked, renderScene } from "../../gallery/renderScene.tsx"
import type { SceneName } from "../../gallery/scenes.ts"
import { WalletSend } from "./WalletSend.tsx"
import { WalletSendPreview } from "./WalletSendPreview.tsx"

const renderForm = (scene: SceneName) => renderScene(scene, <WalletSend />)
const renderPreview = (scene: SceneName) => renderScene(scene, <WalletSendPreview />)
const plain = (markup: string) =>
  getTexts(markup)
    .join(" ")
    .replaceAll(/[\u2068\u2069]/g, "")

describe("a payment link whose server makes the transaction", () => {
  it("names the server in the form before it is contacted, and can be reviewed without an amount", () => {
    const markup = renderForm("send-server")
    expect(plain(markup)).toContain(
      "pay.hillside.example chooses what is paid, and gets your address. You review it before your wallet signs.",
    )
    expect(isSubmitBlocked(markup)).toBe(false)
  })

  it("shows the text with which the server refused", () => {
    expect(plain(renderForm("send-server-refused"))).toContain(
      "pay.hillside.example refused it: The last one was sold. Nothing was sent.",
    )
  })

  it("warns that an earlier one is still with the wallet, or may have been sent, and names its server", () => {
    const open = plain(renderForm("send-server-open-question"))
    expect(open).toContain("Your wallet still has this request")
    expect(open).toContain(
      "It may still send the payment that pay.hillside.example asked for. If it does, it appears in your activity.",
    )
    const lost = renderForm("send-server-lost-answer")
    expect(plain(lost)).toContain("It may have been sent")
    expect(getTexts(lost)).toContain("pay.hillside.example")
    expect(plain(lost)).toContain("View it")
  })

  it("shows who asks by the host, what it claims, what leaves, and the fee", () => {
    const markup = renderPreview("review-server")
    expect(getTexts(markup)).toEqual(
      expect.arrayContaining([
        "pay.hillside.example",
        "Hillside Coffee",
        "wants you to sign a transaction",
        "0.25 SOL",
        "One coffee, thank you",
        "Network fee",
        "0.000005 SOL",
        "Balance after, as the node expects",
      ]),
    )
    expect(isSubmitBlocked(markup)).toBe(false)
  })

  it("holds a transaction that takes the account back until the user confirms that", () => {
    const markup = renderPreview("review-server-handover")
    expect(getTexts(markup)).toContain("Transfer ownership")
    expect(isSubmitBlocked(markup)).toBe(true)
  })

  it("says that the same link may already be paid", () => {
    expect(plain(renderPreview("review-server-twin"))).toContain("This may already be pending")
  })

  it("names the server while the wallet has the request", () => {
    expect(getTexts(renderPreview("review-server-asking"))).toContain("pay.hillside.example")
  })
})
