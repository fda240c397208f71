import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import type { SceneName } from "../../gallery/scenes.ts"
import { Transactions } from "./Transactions.tsx"

const markup = (scene: SceneName) => renderScene(scene, <Transactions />)
const words = (scene: SceneName) => getTexts(markup(scene))

describe("Transactions", () => {
  it("pins what is pending above the months, and says what became of each", () => {
    const shown = words("activity")
    expect(shown.slice(0, 4)).toEqual(["Pending", "Send", "Pending", "to \u2066nina.eth\u2069"])
    expect(shown).toEqual(
      expect.arrayContaining([
        "Swapped",
        "for \u20660.500 ETH\u2069",
        "Received",
        "+0.300 ETH",
        "Failed",
        "and 1 more",
      ]),
    )
  })

  it("tells an approval that was taken back from one that was given", () => {
    expect(markup("activity")).toContain("Approval taken back")
  })

  it("tells a screen reader its place in the list, as far as the list is known", () => {
    expect(markup("activity")).toContain('aria-setsize="11" aria-posinset="1"')
    expect(markup("activity-more-failed")).toContain('aria-setsize="-1"')
  })

  it("puts the month's name into the first row of the month: a list has items, and nothing else", () => {
    expect(markup("activity")).toMatch(/role="listitem"[^>]*><h2 class="month">/)
  })

  it("says that it failed, offers to try again, and keeps what the ledger knows", () => {
    expect(words("activity-failed")).toEqual(
      expect.arrayContaining(["Failed to fetch transactions", "Try again", "25.000 USDC"]),
    )
    expect(words("activity-more-failed")).toEqual(
      expect.arrayContaining(["Failed to fetch transactions", "Try again", "Swapped"]),
    )
  })

  it("has words for none", () => {
    expect(words("activity-none")).toContain("No activity yet")
  })

  it("draws a part of ten thousand", () => {
    const shown = markup("activity-10000")
    expect(shown).toContain('aria-setsize="10000"')
    expect(shown.match(/role="listitem"/g)).toHaveLength(20)
  })

  it("says so when nothing is connected any more", () => {
    expect(getTexts(renderScene("activity", <Transactions />, { account: null }))).toEqual([
      "Nothing is connected",
    ])
  })
})
