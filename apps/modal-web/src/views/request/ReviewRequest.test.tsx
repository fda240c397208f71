import { describe, expect, it } from "vitest"
import { getTexts, isSubmitBlocked, renderScene } from "../../gallery/renderScene.tsx"
import type { SceneName } from "../../gallery/scenes.ts"
import { ReviewRequest } from "./ReviewRequest.tsx"

const renderMarkup = (scene: SceneName) => renderScene(scene, <ReviewRequest />)
const words = (scene: SceneName) => getTexts(renderMarkup(scene))
const text = (scene: SceneName) => renderMarkup(scene).replaceAll(/<[^>]*>/g, "")
const isHeldBack = (scene: SceneName) => isSubmitBlocked(renderMarkup(scene))
const spender = "0x000000000022D473030F116dDEE9F6B43aC78BA3"

describe("ReviewRequest", () => {
  it("names a single signature request, and counts several transactions", () => {
    expect(words("request-transaction")).toContain("wants you to send a transaction")
    expect(words("request-solana")).toContain("wants you to sign a transaction")
    expect(words("request-solana-several")).toContain("wants you to sign 2 transactions at once")
    expect(words("request-bitcoin")).not.toContain("Creates a contract")
  })

  it("shows what a session may spend, until when and by whom, and holds a grant without an end back", () => {
    const shown = words("request-session")
    expect(shown).toEqual(
      expect.arrayContaining(["Spend without asking you", "At most", "0.1 ETH", "Until", "Who may spend"]),
    )
    expect(shown).toContain("asks to act without asking you")
    expect(isHeldBack("request-session")).toBe(false)
    expect(words("request-session-endless")).toEqual(
      expect.arrayContaining([
        "Allow it without a limit",
        "Allow it without an end",
        "Allow what cannot be read",
      ]),
    )
    expect(isHeldBack("request-session-endless")).toBe(true)
  })

  it("shows the given amount and its recipient", () => {
    const shown = words("request-solana-handover")
    expect(shown).toEqual(expect.arrayContaining(["Account", "New owner", "Transfer ownership"]))
    expect(isHeldBack("request-solana-handover")).toBe(true)
  })

  it("warns of an open-ended signature and of an excessive fee, each with its own confirmation", () => {
    const shown = words("request-bitcoin-open")
    expect(shown.join(" ")).toContain("\u20680.012 BTC\u2069")
    expect(shown).toEqual(expect.arrayContaining(["Allow changes to the rest", "Pay this fee"]))
    expect(isHeldBack("request-bitcoin-open")).toBe(true)
  })

  it("shows the dApp, the effects with every address in full, and the balances afterwards", () => {
    expect(words("request-transaction")).toEqual(
      expect.arrayContaining([
        "Nimbus Exchange",
        "wants you to send a transaction",
        "Swap",
        "Swap 250 USDC for at least 0.0981 ETH",
        "250 USDC",
        "Savings",
        "Nimbus Router by Nimbus",
        "Balance after, as the node expects",
        "950, then 700",
        "Ethereum",
        "Reject",
        "Continue",
      ]),
    )
    expect(text("request-transaction")).toContain("0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D")
    expect(isHeldBack("request-transaction")).toBe(false)
  })

  it("shows the digest of a call that could not be decoded, and the amount that it carries", () => {
    expect(words("request-unknown")).toEqual(
      expect.arrayContaining(["Unknown call", "Digest", "0.1 ETH", "A call that cannot be read"]),
    )
    // Nothing is known beyond the balances.
    expect(words("request-unknown")).not.toContain("The node expects no change of your balances.")
    expect(isHeldBack("request-unknown")).toBe(true)
    expect(text("request-unknown")).toContain(`0x${"9b1f4d3c".repeat(8)}`)
    expect(words("request-typed-unknown")).toContain("Unknown data")
    expect(words("request-creates")).toContain("Creates a contract")
  })

  it("notes a call that cannot be read and is harmless, without an act", () => {
    expect(words("request-note")).toEqual(
      expect.arrayContaining(["Unknown call", "Digest", "0.005 ETH", "A call that cannot be read"]),
    )
    expect(text("request-note").replaceAll(/[\u2068\u2069]/g, "")).toContain(
      "As the node expects, nothing leaves your account but 0.005 ETH and the fee.",
    )
    expect(text("request-creates")).toContain("As the node expects, nothing leaves your account but the fee.")
    expect(text("request-note")).not.toContain("Continue only if you know what it does.")
    expect(words("request-note")).not.toContain("The node expects no change of your balances.")
    expect([isHeldBack("request-note"), isHeldBack("request-creates")]).toEqual([false, false])
  })

  it("says that the account cannot pay, or that this is not known, without an act", () => {
    const plain = (scene: SceneName) => text(scene).replaceAll(/[\u2068\u2069]/g, "")
    expect(plain("request-insufficient")).toContain("Insufficient balance")
    expect(plain("request-insufficient")).toContain("Your account has 2 ETH. This needs up to 2.002 ETH.")
    expect(plain("request-funds-unread")).toContain("Your balance could not be checked")
    // Neither says anything of what the call does.
    expect(plain("request-insufficient")).toContain("Continue only if you know what it does.")
    expect([isHeldBack("request-insufficient"), isHeldBack("request-funds-unread")]).toEqual([false, false])
  })

  it("lists the signed fields of data that no descriptor reads", () => {
    expect(words("request-typed-unknown")).toEqual(
      expect.arrayContaining(["offer[0].amount", "1", "offer[0].token", "Blind signing"]),
    )
  })

  it("shows the collectibles that leave and arrive", () => {
    const shown = words("request-collectibles").join(" ")
    expect(shown).toMatch(/2 × NFT 5 leaves/)
    expect(shown).toMatch(/1 × NFT 1606...\w+ arrives/)
    expect(shown).not.toContain("The node expects no change of your balances.")
  })

  it("counts a token outside the account's list as its contract does, and in units when it does not say", () => {
    const shown = words("request-unlisted")
    expect(shown).toEqual(expect.arrayContaining(["mUSDC", "100, then 98.5"]))
    expect(shown).toContain("100,000,000 units, then 98,500,000 units")
    expect(shown).toContain("0 units, then 1 unit")
    expect(shown.filter((word) => word.startsWith("0x8b") || word.startsWith("0x4F"))).toHaveLength(2)
  })

  it("asks to know the code, and not to trust a contract, when code that cannot be read creates one", () => {
    expect(words("request-creates-unread")).toContain("I know the code of this contract")
    expect(text("request-creates-unread")).not.toContain("I trust this contract")
    expect(isHeldBack("request-creates-unread")).toBe(true)
  })

  it("leaves no gap in the title when a token of an unlimited approval has no symbol", () => {
    expect(words("request-unlimited-unnamed")).toContain("Unlimited approval of a token")
    expect(text("request-unlimited-unnamed")).not.toContain("\u2068\u2069")
  })

  it("warns of an order for nothing, and of a sign-in for another site", () => {
    expect(words("request-giveaway")).toEqual(expect.arrayContaining(["You give it away", "Give it away"]))
    expect(words("request-giveaway").join(" ")).toContain("\u2068nimbus.example\u2069")
    expect(isHeldBack("request-giveaway")).toBe(true)
  })

  it("says until when an approval lasts, and holds it back in any case", () => {
    const [ending, endless] = [text("request-until"), text("request-large")]
    const date = "\u2068Dec 28, 2026"
    expect(ending).toContain(`This address could take all of it, now and later, until ${date}`)
    expect(ending).toMatch(new RegExp(`all that you have of this token without asking again, until ${date}`))
    expect(ending).not.toContain("revoke")
    expect(endless.match(/without asking again, until you revoke it/g)).toHaveLength(4)
    expect(text("request-unlimited")).toContain("now and later, until you revoke it.")
    expect(text("request-session-endless")).toContain("without asking you, until you revoke it.")
    // Two of one spender differ in their tokens.
    expect(endless).toContain("All your \u2068USDC\u2069 could be taken")
    expect(endless).toContain("Part of your \u2068USDC\u2069 could be taken")
    expect(endless).toContain("could take part of what you have of this token without")
    expect(endless).toContain("Your \u2068PUNK\u2069 NFT could be taken")
    for (const scene of ["request-until", "request-large"] as const) expect(isHeldBack(scene)).toBe(true)
  })

  it("shows the amount that a call sends without saying so, and what a signature opens", () => {
    expect(text("request-unsaid-value")).toContain("It sends \u206810 ETH\u2069 without saying so")
    expect(words("request-key-seed")).toEqual(
      expect.arrayContaining(["Your signature may be a key", "Sign-in for another account"]),
    )
    for (const scene of ["request-unsaid-value", "request-key-seed"] as const)
      expect(isHeldBack(scene)).toBe(true)
  })

  it("shows no address and no amount of a plain payment twice", () => {
    // Once in the description, and once in the raw request.
    expect(text("request-send").split("0x7c12B45f9aD23c6814eF0bA9d8C7a65e4341D2b8")).toHaveLength(3)
    expect(words("request-send").filter((one) => one === "1 ETH")).toHaveLength(1)
  })

  it("numbers the calls of a batch, nests inner calls, and shows the number of queued requests", () => {
    expect(renderMarkup("request-calls")).toContain('<ol class="request-calls">')
    expect(words("request-calls")).toEqual(
      expect.arrayContaining([
        "wants you to send 2 calls at once",
        "Approve",
        "Swap",
        "2 more requests are pending",
      ]),
    )
    expect(words("request-nested")).toEqual(expect.arrayContaining(["Execute a transaction", "Approve"]))
    expect(text("request-nested")).toContain(spender)
  })

  it("starts a long request with its totals, and holds it back until its end has been seen", () => {
    const shown = text("request-long")
    expect(shown.indexOf("In all")).toBeLessThan(shown.indexOf("Several calls in one"))
    expect(words("request-long")).toEqual(
      expect.arrayContaining([
        "1 × Swap",
        "60 × Refund",
        "A long request: 68 lines",
        "I have read it to its end",
      ]),
    )
    expect(words("request-long")).toContain("Read the list to its end first.")
    expect(renderMarkup("request-long")).toContain('<fieldset class="request-acts" disabled="">')
    expect(isHeldBack("request-long")).toBe(true)
  })

  it("says by how much a request is too long, and offers nothing but to close it", () => {
    expect(words("request-too-long").join(" ")).toContain(
      "This request has 1,213 lines, and at most 1,000 can be reviewed.",
    )
    expect(words("request-too-long")).toContain("Close")
    expect(words("request-too-long")).not.toContain("Continue")
  })

  it("shows a message line by line to its end, in no box that scrolls", () => {
    expect(renderMarkup("request-message")).toMatch(/<div class="request-text" dir="auto">/)
    expect(text("request-message")).toContain("Nonce: 8xQ2k9Lm0pRt\nIssued At")
    expect(words("request-message")).not.toContain("Raw request")
  })

  it.each<[SceneName, readonly string[]]>([
    ["request-unlimited", ["Unlimited", "Unlimited ⁨USDC⁩ approval", "Allow this address to spend all of it"]],
    [
      "request-other-chain",
      ["For another network", "It is for network 137. You are on ⁨Ethereum⁩.", "Sign for that network"],
    ],
    ["request-other-chain", ["Not a contract on this network", "I know this address"]],
    ["request-typed-unknown", ["It names no network, so it is valid on any. You are on ⁨Ethereum⁩."]],
    ["request-fails", ["In a simulation, it failed. It reported: ⁨Too little received⁩"]],
    ["request-untried", ["Not simulated"]],
    ["request-blind", ["Blind signing", "I know what I sign", "eth_sign"]],
  ])("blocks %s until the warning has been confirmed", (scene, said) => {
    expect(words(scene)).toEqual(expect.arrayContaining([...said]))
    expect(isHeldBack(scene)).toBe(true)
    expect(words(scene)).toContain("Confirm the warnings above first.")
  })

  it("requires as many confirmations as there are warnings", () => {
    expect(renderMarkup("request-other-chain").match(/type="checkbox"/g)).toHaveLength(3)
    expect(text("request-permit")).toContain(spender)
  })

  it("allows a request whose warnings are confirmed", () => {
    expect(isHeldBack("request-passed")).toBe(false)
  })

  it("reports that the wallet has the request, and that it is slow", () => {
    expect(words("request-asking")).toEqual(
      expect.arrayContaining([
        "Approve in your wallet",
        "⁨MetaMask⁩ shows the same request. Compare the details.",
      ]),
    )
    expect(words("request-slow")).toContain("Still waiting for your wallet")
  })

  it("shows progress while a request is decoded, and a text when there is none", () => {
    expect(renderMarkup("request-reading")).toContain('aria-label="Decoding the request"')
    expect(words("request-reading")).toContain("Reject")
    expect(words("request-none")).toContain("No pending requests")
  })
})
