import { describe, expect, it } from "vitest"
import { getTexts, isSubmitBlocked, renderScene } from "../../gallery/renderScene.tsx"
import type { SceneName } from "../../gallery/scenes.ts"
import { router } from "../../gallery/swapSamples.ts"
import { SwapPreview } from "./SwapPreview.tsx"

const renderMarkup = (scene: SceneName) => renderScene(scene, <SwapPreview />)
const words = (scene: SceneName) => getTexts(renderMarkup(scene))
/** Returns the visible characters of an address, without its markup. */
const inFull = (scene: SceneName) => renderMarkup(scene).replaceAll(/<[^>]*>/g, "")
const isHeldBack = (scene: SceneName) => isSubmitBlocked(renderMarkup(scene))

describe("SwapPreview", () => {
  it("shows both sides, the contract in full, its effects and the costs", () => {
    expect(words("swap-review")).toEqual(
      expect.arrayContaining([
        "0.5 ETH",
        "1,239.31 USDC",
        "Swap for at least 1,226.9169 USDC",
        "1.204, then 0.704",
        "950, then 2,189.31",
        "0.02%",
        "$0.31",
        "Cancel",
        "Swap",
      ]),
    )
    expect(inFull("swap-review")).toContain(router)
    expect(isHeldBack("swap-review")).toBe(false)
  })

  it("shows the identity of the received token", () => {
    expect(inFull("swap-review")).toContain("Contract of USDC0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48")
  })

  it("shows an approval as a step of its own: exactly the amount, to this contract alone", () => {
    const said = words("swap-review-two-steps")
    expect(said).toEqual(
      expect.arrayContaining([
        "Approve exactly 100 USDC",
        "Swap for at least 181.57788 POL",
        "Network fee, approval",
        "Network fee, swap",
        "About 0.000124 ETH",
        "Approve",
      ]),
    )
    expect(said).not.toContain("Both are one request: they happen together or not at all.")
    expect(renderMarkup("swap-review-two-steps").match(/aria-current="step"/g)).toHaveLength(1)
    expect(words("swap-review-second")).toEqual(
      expect.arrayContaining(["Approved: exactly 100 USDC", "Swap"]),
    )
    expect(words("swap-review-second")).not.toContain("Approve exactly 100 USDC")
  })

  it("describes each contract call, with the digest and the bytes of one that could not be decoded", () => {
    const folded = (scene: SceneName) => {
      const [, inside = ""] = renderMarkup(scene).split(/<summary>Contract call<\/summary>/)
      return inside
    }
    expect(folded("swap-review")).not.toBe("")
    const plain = (scene: SceneName) => folded(scene).replaceAll(/<[^>]*>/g, "")
    expect(plain("swap-review")).toContain("Unknown call")
    expect(plain("swap-review")).toContain(`0x${"3e7ac510".repeat(8)}`)
    expect(plain("swap-review")).toContain("0x5ae401dc")
    const both = plain("swap-review-two-steps")
    expect(both.indexOf("Spender")).toBeGreaterThan(both.indexOf("Approve"))
    expect(both.indexOf("Unknown call")).toBeGreaterThan(both.indexOf("100 USDC"))
    expect(both).toContain("0x095ea7b3")
  })

  it("shows first that an earlier approval is revoked, when the token requires that", () => {
    expect(words("swap-review-three-steps")).toEqual(
      expect.arrayContaining([
        "Revoke the earlier approval of 40 USDC",
        "Approve exactly 100 USDC",
        "Network fee, revocation",
        "Revoke",
      ]),
    )
    expect(words("swap-review-after-reset")).toEqual(
      expect.arrayContaining(["The earlier approval was revoked", "Approve exactly 100 USDC", "Approve"]),
    )
    expect(words("swap-review-batch-of-three")).toEqual(
      expect.arrayContaining([
        "Revoke the earlier approval of 40 USDC",
        "All steps are one request: they happen together or not at all.",
      ]),
    )
    expect(words("swap-asking-reset")).toContain("Step 1 of 3")
    expect(words("swap-resetting")).toContain("Your earlier approval is being revoked")
  })

  it("reports that a batch is one wallet request", () => {
    expect(words("swap-review-batch")).toEqual(
      expect.arrayContaining([
        "Both are one request: they happen together or not at all.",
        "Approve and swap",
      ]),
    )
  })

  it("blocks an outdated review with the reason", () => {
    expect(isHeldBack("swap-review-stale")).toBe(true)
    expect(words("swap-review-stale")).toEqual(
      expect.arrayContaining(["This review is out of date", "Wait for the new review first."]),
    )
    expect(renderMarkup("swap-review-stale")).toContain('data-stale="true"')
  })

  it("blocks until each warning has been confirmed", () => {
    expect(isHeldBack("swap-review-impact")).toBe(true)
    expect(words("swap-review-impact")).toEqual(
      expect.arrayContaining(["You lose 23.4% of its worth", "Type 23.4 to continue"]),
    )
    expect(isHeldBack("swap-review-unknown")).toBe(true)
    expect(renderMarkup("swap-review-unknown").match(/type="checkbox"/g)).toHaveLength(2)
    expect(isHeldBack("swap-review-passed")).toBe(false)
  })

  it("blocks until a loss at a second source has been typed, and until its silence is confirmed", () => {
    expect(words("swap-review-second-price")).toEqual(
      expect.arrayContaining(["Worth 81.1% less at a second source", "Type 81.1 to continue"]),
    )
    expect(words("swap-review-no-second-price")).toEqual(
      expect.arrayContaining(["No second price", "I have compared both amounts myself"]),
    )
    for (const scene of ["swap-review-second-price", "swap-review-no-second-price"] as const)
      expect(isHeldBack(scene)).toBe(true)
  })

  it("shows the changes for the worse, and requires their acceptance first", () => {
    const said = words("swap-review-worse")
    expect(said).toEqual(expect.arrayContaining(["The price has changed", "Accept"]))
    expect(said.join(" ")).toMatch(
      /You now receive at least \u2068?1,226\.9169 USDC\u2069? \(before \u2068?1,239\.186069 USDC\u2069?\)\./,
    )
    expect(said).not.toContain("Swap")
    expect(isHeldBack("swap-review-worse")).toBe(false)
    expect(words("swap-review-worse-router")).toContain("A different contract would swap")
    expect(words("swap-review-worse-steps")).toContain("The steps have changed")
    expect(words("swap-review-worse-fee")).toContain("The network fee has risen")
    expect(words("swap-review-worse-impact")).toEqual(
      expect.arrayContaining(["There is a new warning", "You lose 23.4% of its worth", "Accept"]),
    )
  })

  it("renders an empty live region from the start, so that changes are announced", () => {
    expect(renderMarkup("swap-review")).toContain('class="swap-worse" aria-live="polite"></div>')
  })

  it("explains step-by-step requests to a wallet that claimed to support batches", () => {
    const said = words("swap-review-no-batch")
    expect(said.join(" ")).toContain("could not approve and swap in one step. Nothing was sent.")
    expect(said).toEqual(expect.arrayContaining(["The steps have changed", "Accept"]))
  })

  it("shows the consequences of each declined step", () => {
    expect(words("swap-review-declined")).toContain(
      "Nothing was approved, and nothing was swapped. You can try again.",
    )
    expect(words("swap-review-approved-declined").join(" ")).toMatch(
      /Nothing was swapped\. Your approval of \u2068?100 USDC\u2069? is still active/,
    )
    expect(isHeldBack("swap-review-approved-declined")).toBe(false)
  })

  it("waits for the wallet at each step, names the step, and explains the effect of leaving", () => {
    expect(words("swap-asking")).toEqual(
      expect.arrayContaining(["Approve in your wallet", "Step 1 of 2", "Stop waiting"]),
    )
    expect(words("swap-asking-second")).toContain("Step 2 of 2")
    expect(words("swap-asking-batch").join(" ")).not.toContain("Step 1")
    expect(words("swap-asking-slow").join(" ")).toContain("your wallet may still do it")
    for (const scene of ["swap-asking", "swap-asking-second", "swap-asking-batch"] as const)
      expect(inFull(scene)).toContain(router)
  })

  it("waits for the block of an approval, and reports that nothing is swapped before", () => {
    expect(words("swap-approving")).toEqual(
      expect.arrayContaining(["Your approval is on its way", "View the approval"]),
    )
    expect(words("swap-approving").join(" ")).toContain("Nothing is swapped before.")
  })
})
