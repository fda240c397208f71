import { isSettled } from "@wmodal/core/flows"
import { describe, expect, it } from "vitest"
import { payment, signature, states, swap } from "../../gallery/activitySamples.ts"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import type { SceneName } from "../../gallery/scenes.ts"
import { getEntryPhase } from "./entryPhase.ts"
import { Transaction } from "./Transaction.tsx"

const markup = (scene: SceneName, key = "payment") => renderScene(scene, <Transaction transactionKey={key} />)
const words = (scene: SceneName, key?: string) => getTexts(markup(scene, key))

describe("Transaction", () => {
  it("shows what was sent to the last digit, both addresses in full, the fee and the time", () => {
    const shown = words("transaction-exact")
    expect(shown).toEqual(
      expect.arrayContaining(["Confirmed", "0.000000000000000001 ETH", "0.000031500000441 ETH", "Ethereum"]),
    )
    expect(shown.join("")).toContain("0x52908400098527886E0F7030069857D29c9c0f3a")
    expect(shown.join("")).toContain("0x7cB57B5A97eAbe94205C07890BE4c1aD31E41D2b")
  })

  it("says of what has expired that nothing was moved, and sends it again", () => {
    const shown = words("transaction-expired")
    expect(shown[0]).toBe("Expired")
    expect(shown[1]).toContain("Nothing was moved")
    expect(shown.at(-1)).toBe("Send again")
  })

  it("offers nothing but another look for what may still arrive, and says why", () => {
    for (const scene of ["transaction-lost", "transaction-dropped"] as const) {
      const shown = words(scene)
      expect(shown).toContain("Check again")
      expect(shown.join(" ")).toContain("could pay twice")
      expect(shown.filter((word) => /^(Send again|Try again|Done)$/.test(word))).toEqual([])
    }
  })

  it("never offers another payment unless nothing has left", () => {
    const again = Object.values(states).filter((state) => getEntryPhase(payment(state)).next === "sendAgain")
    expect(again.map(({ _tag }) => _tag)).toEqual(["Declined", "NotSent"])
    expect(again.every(isSettled)).toBe(true)
  })

  it("looks for what another tab, or a page that is gone, has asked for", () => {
    const asked = payment({ _tag: "Asked" })
    expect(getEntryPhase(asked).next).toBe("done")
    expect(getEntryPhase({ ...asked, mine: false }).next).toBe("checkAgain")
    expect(getEntryPhase({ ...asked, mine: false }).title).toBe("entry.lost")
  })

  it("has words of its own for each state", () => {
    const titles = Object.values(states).map((state) => getEntryPhase(payment(state)).title)
    expect(new Set(titles).size).toBe(titles.length)
    expect(words("transaction-not-sent")).toContain(
      "Your wallet said: The vault is on fire. Nothing was sent.",
    )
  })

  it("says of a signature that it moves nothing, and shows no amount", () => {
    expect(getEntryPhase(signature).title).toBe("entry.signature")
    expect(words("transaction-signature", "signature")).not.toContain("Amount")
  })

  it("shows of a swap what is given, the least that comes, and through whom, in full", () => {
    const shown = words("transaction-swap", "swap")
    expect(shown).toEqual(
      expect.arrayContaining(["Confirmed", "It is in a block.", "0.5 ETH", "1,226.9169 USDC"]),
    )
    expect(shown).toEqual(expect.arrayContaining(["You give", "You receive at least", "Through"]))
    expect(shown.join("")).toContain("0x111111125421cA6dc452d289314280a0f8842A65")
  })

  it("says of a batch that the wallet has it, and offers no second one", () => {
    const shown = words("transaction-taken", "swap")
    expect(shown).toEqual(expect.arrayContaining(["Your wallet has it", "Done"]))
    expect(getEntryPhase(swap({ _tag: "NotSent", text: "" })).next).toBe("done")
    expect(getEntryPhase(swap({ _tag: "Lost" })).next).toBe("checkAgain")
  })

  it("shows of an approval who may take how much, in full", () => {
    const shown = words("transaction-approval", "approval")
    expect(shown).toEqual(expect.arrayContaining(["At most", "25 USDC", "May take it"]))
    expect(shown.join("")).toContain("0x111111125421cA6dc452d289314280a0f8842A65")
  })

  it("shows of what a page asked for what it is for, or that nobody knows", () => {
    expect(words("transaction-call", "call")).toEqual(expect.arrayContaining(["Vote", "Contract"]))
    const unknown = words("transaction-call-unknown", "call")
    expect(unknown).toContain("Unknown call")
    expect(unknown.join("")).toContain(`0x${"4f".repeat(32)}`)
  })

  it("shows what only the history knows", () => {
    expect(words("transaction-history", "trade")).toEqual(
      expect.arrayContaining(["Confirmed", "0.500 ETH", "1,239.310 USDC", "Copy hash", "Done"]),
    )
    expect(words("transaction-history-failed", "failed")).toContain("It failed")
  })

  it("says so when nobody knows it", () => {
    expect(words("transaction-unknown", "nothing")).toEqual(expect.arrayContaining(["Not found", "Done"]))
  })
})
