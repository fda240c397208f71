import { describe, expect, it } from "vitest"
import { getTexts, isSubmitBlocked, renderScene } from "../../gallery/renderScene.tsx"
import type { SceneName } from "../../gallery/scenes.ts"
import { WalletSendPreview } from "./WalletSendPreview.tsx"

const renderMarkup = (scene: SceneName) => renderScene(scene, <WalletSendPreview />)
const words = (scene: SceneName) => getTexts(renderMarkup(scene))
const address = "0x7c12B45f9aD23c6814eF0bA9d8C7a65e4341D2b8"

const isHeldBack = (scene: SceneName) => isSubmitBlocked(renderMarkup(scene))

describe("WalletSendPreview", () => {
  it("explains the high fee of a token's first payment, and who owns the deposit", () => {
    expect(words("review-token-solana").join(" ")).toContain("The deposit that opens it belongs to them.")
    expect(words("review-solana").join(" ")).not.toContain("The deposit that opens it")
  })

  it("says that the issuer of a token can take it back", () => {
    expect(words("review-token-solana")).toContain("The issuer can take this token back")
    expect(words("review-solana")).not.toContain("The issuer can take this token back")
  })

  it("shows one fee, not two, when it is known exactly", () => {
    expect(words("review-bitcoin")).toContain("0.00001763 BTC")
    expect(words("review-bitcoin")).not.toContain("At most")
    expect(words("review")).toContain("At most")
  })

  it("distinguishes two addresses by a capital letter, and requires the user to type it", () => {
    const shown = words("review-solana-look-alike")
    expect(shown).toContain("Type the four marked characters to continue, case-sensitive")
    expect(renderMarkup("review-solana-look-alike")).toContain('<mark data-asked="true">8uhA</mark>')
  })

  it("shows the whole address below its name, the amount, the fee and the network", () => {
    expect(words("review")).toEqual(
      expect.arrayContaining([
        "25 USDC",
        "$25.00",
        "nina.eth",
        "0x7c",
        "12B4",
        "Ethereum",
        "0.000016 ETH",
        "At most",
        "0.000024 ETH",
        "950, then 925",
        "Cancel",
        "Send",
      ]),
    )
    expect(renderMarkup("review").replaceAll(/<[^>]*>/g, "")).toContain(`nina.eth${address}`)
    expect(isHeldBack("review")).toBe(false)
  })

  it("shows memo, references, texts and unused parts of a payment link", () => {
    const said = words("review-link").join(" ")
    for (const text of ["Tea shop", "Two cups", "Memo, sent along order 7", "not used gasPrice"])
      expect(said).toContain(text)
    expect(said).toContain("References, sent along 0x7c12B45f9aD23c6814Ef4471d8C7a65e4341D2b8")
  })

  it("draws a memo in a box of its own, which its marks cannot leave", () => {
    expect(renderMarkup("review-link")).toContain('<bdi class="send-memo">order 7</bdi>')
  })

  it("never rounds the sent amount", () => {
    expect(words("review-huge")).toContain("123,456,789,012.34567890123456789 LONGNAME")
  })

  it("shows the arriving amount when a token keeps a part", () => {
    expect(words("review-fee-token")).toEqual(expect.arrayContaining(["Recipient receives", "24.75 USDC"]))
    expect(words("review")).not.toContain("Recipient receives")
  })

  it.each([
    ["no node simulated it", "review-no-simulation", "Not simulated", "Send without a simulation"],
    [
      "perhaps no key can spend it",
      "review-keyless",
      "Perhaps nobody can spend it",
      "The recipient says it is right",
    ],
    [
      "nothing arrives",
      "review-undelivered",
      "Recipient receives \u20680 USDC\u2069",
      "Send although it does not arrive",
    ],
  ] as const)("requires an act when %s", (_, scene, title, act) => {
    expect(words(scene)).toEqual(expect.arrayContaining([title, act]))
    expect(isHeldBack(scene)).toBe(true)
    expect(renderMarkup(scene).match(/type="checkbox"/g)).toHaveLength(1)
    expect(words(scene)).not.toContain("This token takes a fee from each transfer.")
  })

  it("blocks until each warning has been confirmed", () => {
    expect(isHeldBack("review-stops")).toBe(true)
    expect(isHeldBack("review-burns")).toBe(true)
    expect(isHeldBack("review-passed")).toBe(false)
    const stops = renderMarkup("review-stops")
    expect(stops.match(/type="checkbox"/g)).toHaveLength(1)
    expect(words("review-stops")).toContain("Type the four marked characters to continue")
    expect(stops.match(/<mark data-asked="true">[^<]*/g)).toEqual(['<mark data-asked="true">eF0b'])
    expect(words("review-stops")).toContain("Confirm the warnings above first.")
  })

  it("reports that the user declined and nothing was sent, and offers to send again", () => {
    expect(words("review-declined")).toEqual(
      expect.arrayContaining(["Signature declined", "Nothing was sent. You can try again.", "Send"]),
    )
    expect(isHeldBack("review-declined")).toBe(false)
  })

  it.each([
    ["review-failed", "Something went wrong"],
    ["review-solana-failed", "Failed to send transaction. Please try again."],
  ] as const)("shows the well-known text and the wallet's reason after a failure: %s", (scene, title) => {
    expect(words(scene)).toEqual(expect.arrayContaining([title, "Send"]))
    expect(words(scene).join(" ")).toContain("Your wallet reported: Internal error.")
    expect(isHeldBack(scene)).toBe(false)
  })

  it("waits for the wallet, and explains the effect of leaving", () => {
    expect(words("review-asking")).toEqual(expect.arrayContaining(["Approve in your wallet", "Stop waiting"]))
    expect(words("review-slow").join(" ")).toContain("your wallet may still send it")
    expect(renderMarkup("review-asking").replaceAll(/<[^>]*>/g, "")).toContain(address)
  })
})
