import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import type { SceneName } from "../../gallery/scenes.ts"
import { Transactions } from "./Transactions.tsx"

const markup = (scene: SceneName) => renderScene(scene, <Transactions />)
const words = (scene: SceneName) => getTexts(markup(scene))

describe("Transactions", () => {
  it("pins pending entries above the months and shows each status", () => {
    const shown = words("activity")
    expect(shown.slice(0, 4)).toEqual(["Pending", "Send", "Pending", "to \u2068nina.eth\u2069"])
    expect(shown).toEqual(
      expect.arrayContaining([
        "Swapped",
        "for \u20680.500 ETH\u2069",
        "Received",
        "+0.300 ETH",
        "Failed",
        "and 1 more",
      ]),
    )
  })

  it("shows four leading and six trailing characters of an address without a name", () => {
    expect(words("activity")).toContain("to \u20680x7c...E41D2b\u2069")
  })

  it("distinguishes a revoked approval from a given one", () => {
    expect(markup("activity")).toContain("Approval revoked")
  })

  it("gives screen readers the position in the list, as far as its length is known", () => {
    expect(markup("activity")).toContain('aria-setsize="11" aria-posinset="1"')
    expect(markup("activity-more-failed")).toContain('aria-setsize="-1"')
  })

  it("puts the month's name into its first row, because a list may contain only items", () => {
    expect(markup("activity")).toMatch(/role="listitem"[^>]*><h2 class="month">/)
  })

  it("reports a failure with a retry and keeps the ledger's entries", () => {
    expect(words("activity-failed")).toEqual(
      expect.arrayContaining(["Failed to fetch transactions", "Try again", "25.000 USDC"]),
    )
    expect(words("activity-more-failed")).toEqual(
      expect.arrayContaining(["Failed to fetch transactions", "Try again", "Swapped"]),
    )
  })

  it("says that a network has no history, in place of that nothing has happened", () => {
    const shown = words("activity-unsupported")
    expect(shown).toEqual(expect.arrayContaining(["No history of this network", "25.000 USDC"]))
    expect(shown).not.toContain("No activity yet")
    expect(markup("activity-unsupported")).toContain('aria-setsize="-1"')
  })

  it("shows a text for an empty history", () => {
    expect(words("activity-none")).toContain("No activity yet")
  })

  it("renders a part of ten thousand rows", () => {
    const shown = markup("activity-10000")
    expect(shown).toContain('aria-setsize="10000"')
    expect(shown.match(/role="listitem"/g)).toHaveLength(20)
  })

  it("shows a text after the last account was disconnected", () => {
    expect(getTexts(renderScene("activity", <Transactions />, { account: null }))).toEqual([
      "No wallet is connected",
    ])
  })
})
