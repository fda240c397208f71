import { describe, expect, it } from "vitest"
import { raise } from "../../gallery/chainFlowScenes.ts"
import { getTexts, isSubmitBlocked, renderScene } from "../../gallery/renderScene.tsx"
import { FeeBumpCard } from "./FeeBumpPanel.tsx"
import { Transaction } from "./Transaction.tsx"

const card = (asking: boolean, slow = false) =>
  renderScene(
    "transaction-bitcoin-waits",
    <FeeBumpCard review={raise} asking={asking} slow={slow} onCancel={() => {}} onSubmit={() => {}} />,
  )

describe("FeeBumpPanel", () => {
  it("shows the offer only for a pending payment that supports it", () => {
    const of = (scene: "transaction-bitcoin-waits" | "transaction-bitcoin-sent" | "transaction-solana") =>
      getTexts(renderScene(scene, <Transaction transactionKey="payment" />))
    expect(of("transaction-bitcoin-waits")).toContain("Raise the fee")
    expect(of("transaction-bitcoin-sent")).not.toContain("Raise the fee")
    expect(of("transaction-solana")).not.toContain("Raise the fee")
  })

  it("shows both fees to the last satoshi, and that only one payment can arrive", () => {
    const words = getTexts(card(false))
    expect(words.join(" ")).toContain(
      "Fee now 0.00001763 BTC Higher fee 0.00003948 BTC $3.32 Fee rate 28 sat/vB × 141 vB",
    )
    expect(words).toContain("It replaces the pending payment. Only one of the two can go through.")
    expect(words.slice(-2)).toEqual(["Cancel", "Raise the fee"])
  })

  it("names the requested wallet and blocks presses meanwhile", () => {
    const markup = card(true)
    expect(markup).toContain("\u2068Xverse\u2069 asks you to sign the same payment again.")
    expect(isSubmitBlocked(markup)).toBe(true)
    expect(getTexts(markup)).not.toContain("Cancel")
  })

  it("says where to look for the request when the wallet is slow", () => {
    const text = "Look for a wallet window behind this one."
    expect(getTexts(card(true)).join(" ")).not.toContain(text)
    const markup = card(true, true)
    expect(getTexts(markup).join(" ")).toContain(text)
    expect(isSubmitBlocked(markup)).toBe(true)
  })
})
