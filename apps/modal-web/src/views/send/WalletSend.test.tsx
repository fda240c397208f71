import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import type { SceneName } from "../../gallery/scenes.ts"
import { WalletView } from "../wallet/WalletView.tsx"
import { WalletSend } from "./WalletSend.tsx"

const renderMarkup = (scene: SceneName) => renderScene(scene, <WalletSend />)
const words = (scene: SceneName) => getTexts(renderMarkup(scene))

const address = "0x7c12B45f9aD23c6814eF0bA9d8C7a65e4341D2b8"
/** Returns the visible characters of an address, without its markup. */
const inFull = (markup: string) => markup.replaceAll(/<[^>]*>/g, "")

describe("WalletSend", () => {
  it("shows the balance, its value and the fee", () => {
    expect(words("send-typed")).toEqual(
      expect.arrayContaining([
        "$25.00",
        "950 USDC available",
        "Max",
        "Network fee",
        "0.000016 ETH",
        "$0.04",
        "about 12 seconds",
        "Review",
      ]),
    )
    expect(renderMarkup("send-typed")).not.toContain('aria-disabled="true"')
  })

  it("handles an amount as text, never as a JavaScript number", () => {
    const markup = renderMarkup("send-typed")
    expect(markup).toContain('inputMode="decimal"')
    expect(markup).not.toContain('type="number"')
  })

  it("switches to fiat only when a price is known", () => {
    expect(renderMarkup("send-typed")).toContain("Enter the amount in US dollars")
    expect(renderMarkup("send-fiat")).toContain("Enter the amount in ETH")
    expect(renderMarkup("send-testnet")).not.toContain("Enter the amount in")
  })

  it.each([
    ["send-insufficient", "Insufficient balance"],
    ["send-no-gas", "Insufficient balance"],
    ["send-incorrect", "Incorrect amount"],
    ["send-incorrect", "Please enter a valid amount"],
    ["send-unknown-name", "Error resolving name"],
    ["send-other-chain", "This address belongs to another chain"],
    ["send-checksum", "This address has a typo"],
    ["send-link-refused", "This payment link cannot be paid"],
    ["send-link-contradiction", "The payment link is for another payment"],
    ["send-reverts", "This payment would fail"],
    ["send-twin", "This may already be pending"],
  ] as const)("shows the error once, announces it, and keeps the input: %s", (scene, text) => {
    const markup = renderMarkup(scene)
    expect(words(scene)).toContain(text)
    expect(markup.match(/role="alert"/g)).toHaveLength(1)
    expect(markup).toContain('aria-disabled="true"')
  })

  it("links an error to its field", () => {
    const markup = renderMarkup("send-unknown-name")
    const [, id] = /<p id="([^"]+)" class="field-error" role="alert"/.exec(markup) ?? []
    expect(markup).toMatch(new RegExp(`aria-invalid="true" aria-describedby="${id}"`))
    expect(markup).toContain('value="nobody.eth"')
  })

  it("names the missing input when no review is possible", () => {
    expect(words("send")).toContain("Enter an amount first.")
    expect(words("send-no-token")).toContain("Choose a token first.")
    expect(words("send-resolving")).toContain("Still checking. This takes a moment.")
    expect(words("send-preparing")).toContain("Preparing the review")
  })

  it("shows the recipient in full, and both addresses of a look-alike", () => {
    expect(inFull(renderMarkup("send-typed"))).toContain(address)
    const alike = renderMarkup("send-look-alike")
    expect(words("send-look-alike")).toContain("Not the address you know")
    expect(inFull(alike)).toContain(`You are sending to${address}`)
    expect(inFull(alike)).toContain("You know0x7c12B45f9aD23c6814Ef4471d8C7a65e4341D2b8")
    expect(alike.match(/<mark/g)).toHaveLength(4)
    expect(words("send-first-time")).toContain("First time sending to this address")
    expect(words("send-burns")).toContain("Funds sent here are lost")
  })

  it("shows all that a payment link adds, and both sides of a contradiction", () => {
    const said = words("send-link").join(" ")
    expect(said).toContain("Requested by Tea shop Purpose Two cups Memo, sent along order 7")
    expect(said).toContain("References, sent along 0x7c12B45f9aD23c6814Ef4471d8C7a65e4341D2b8")
    expect(said).toContain("In the link, not used gasPrice")
    expect(words("send-typed").join(" ")).not.toContain("In the link")
    expect(words("send-link-refused").join(" ")).toContain("It requires “req-pj”, which is not supported.")
    expect(words("send-link-contradiction").join(" ")).toContain(
      "The link requests 5 mUSDC, but you entered 5 SOL.",
    )
  })

  it("reports a request that is still in the wallet", () => {
    expect(words("send-open-question")).toContain("Your wallet still has this request")
  })

  it("reports a payment that may have been sent, and claims no more", () => {
    const said = words("send-lost-answer")
    expect(said).toEqual(expect.arrayContaining(["It may have been sent", "25 USDC", "View it"]))
    expect(said.join(" ")).toContain("Do not send again")
    expect(said).not.toContain("The payment was sent")
  })

  it("shows an error of the amount next to it, in Solana's terms", () => {
    const markup = renderMarkup("send-solana-incorrect")
    expect(getTexts(markup)).toContain("Please enter a valid amount and receiver address")
    expect(markup).toContain('<div class="send-card" data-invalid="true">')
  })

  it("shows the parts of a fee, and the chain's term for a recipient", () => {
    expect(words("send-token-solana").join(" ")).toContain(
      "Network fee 0.00204678 SOL $0.12 Priority fee, included 0.0000025 SOL New token account, included 0.00203928 SOL",
    )
    expect(words("send-bitcoin").join(" ")).toContain(
      "Network fee 0.00001763 BTC $0.12 Fee rate 12.5 sat/vB × 141 vB",
    )
    expect(renderMarkup("send-solana")).toContain('placeholder="Solana address or name"')
    expect(renderMarkup("send-bitcoin")).toContain('placeholder="Bitcoin address or name"')
    expect(renderMarkup("send")).toContain('placeholder="Address or name"')
  })

  it("isolates amounts and addresses in a right-to-left page", () => {
    expect(renderMarkup("send-typed")).toContain('<bdi dir="ltr" class="address-groups">')
    expect(renderMarkup("send-typed")).toContain('class="amount-line" dir="ltr"')
  })

  it("shows a text after the last account was disconnected", () => {
    expect(
      getTexts(renderScene("send", <WalletView view={{ _tag: "WalletSend" }} />, { account: null })),
    ).toEqual(["No wallet is connected"])
  })
  it("shows a text when the host has disabled payments", () => {
    const off = renderScene("send-off", <WalletView view={{ _tag: "WalletSend" }} />)
    expect(getTexts(off)).toContain("Sending is turned off")
  })
})
