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
  it("shows the amount to the last digit, both addresses in full, the fee and the time", () => {
    const shown = words("transaction-exact")
    expect(shown).toEqual(
      expect.arrayContaining(["Confirmed", "0.000000000000000001 ETH", "0.000031500000441 ETH", "Ethereum"]),
    )
    expect(shown.join("")).toContain("0x52908400098527886E0F7030069857D29c9c0f3a")
    expect(shown.join("")).toContain("0x7cB57B5A97eAbe94205C07890BE4c1aD31E41D2b")
  })

  it("repeats the memo and the references that a payment carried", () => {
    const shown = words("transaction-solana").join(" ")
    expect(shown).toContain("Memo order 1042 Reference Aqyn")
    expect(words("transaction-exact").join(" ")).not.toMatch(/Memo|Reference/)
  })

  it("reports that an expired payment moved nothing, and offers to send again", () => {
    const shown = words("transaction-expired")
    expect(shown[0]).toBe("Expired")
    expect(shown[1]).toContain("Nothing was moved")
    expect(shown.at(-1)).toBe("Send again")
  })

  it("offers only another check for a payment that may still arrive, with the reason", () => {
    for (const scene of ["transaction-lost", "transaction-dropped"] as const) {
      const shown = words(scene)
      expect(shown).toContain("Check again")
      expect(shown.join(" ")).toContain("could pay twice")
      expect(shown.filter((word) => /^(Send again|Try again|Done)$/.test(word))).toEqual([])
    }
  })

  it("offers another check for a payment in a block whose result no node has told", () => {
    expect(getEntryPhase(payment({ _tag: "Mined", hash: "0x01", at: 1, fee: 1n })).next).toBe("checkAgain")
  })

  it("never offers another payment unless nothing was sent", () => {
    const again = Object.values(states).filter((state) => getEntryPhase(payment(state)).next === "sendAgain")
    expect(again.map(({ _tag }) => _tag)).toEqual(["Declined", "NotSent"])
    expect(again.every(isSettled)).toBe(true)
  })

  it("adds no second full stop to what a wallet reported", () => {
    const entry = payment({ _tag: "NotSent", text: "Could not submit the transaction." })
    expect(getEntryPhase(entry)).toMatchObject({
      text: "entry.notSentSaid",
      values: { text: "Could not submit the transaction" },
    })
  })

  it("searches for a request of another tab or of a closed page", () => {
    const asked = payment({ _tag: "Asked" })
    expect(getEntryPhase(asked).next).toBe("done")
    expect(getEntryPhase({ ...asked, mine: false }).next).toBe("checkAgain")
    expect(getEntryPhase({ ...asked, mine: false }).title).toBe("entry.lost")
  })

  it("shows a text of its own for each state", () => {
    const titles = Object.values(states).map((state) => getEntryPhase(payment(state)).title)
    expect(new Set(titles).size).toBe(titles.length)
    expect(words("transaction-not-sent")).toContain(
      "Your wallet reported: The vault is on fire. Nothing was sent.",
    )
  })

  it("reports that a signature moves nothing, and shows no amount", () => {
    expect(getEntryPhase(signature).title).toBe("entry.signature")
    expect(words("transaction-signature", "signature")).not.toContain("Amount")
  })

  it("shows a swap's input, minimum output and contract in full", () => {
    const shown = words("transaction-swap", "swap")
    expect(shown).toEqual(
      expect.arrayContaining(["Confirmed", "It was included in a block.", "0.5 ETH", "1,226.9169 USDC"]),
    )
    expect(shown).toEqual(expect.arrayContaining(["You pay", "You receive at least", "Router"]))
    expect(shown.join("")).toContain("0x111111125421cA6dc452d289314280a0f8842A65")
  })

  it("reports that the wallet has a batch, and offers no second one", () => {
    const shown = words("transaction-taken", "swap")
    expect(shown).toEqual(expect.arrayContaining(["Accepted by your wallet", "Done"]))
    expect(getEntryPhase(swap({ _tag: "NotSent", text: "" })).next).toBe("done")
    expect(getEntryPhase(swap({ _tag: "Lost" })).next).toBe("checkAgain")
  })

  it("shows an approval's spender and amount in full", () => {
    const shown = words("transaction-approval", "approval")
    expect(shown).toEqual(expect.arrayContaining(["At most", "25 USDC", "Spender"]))
    expect(shown.join("")).toContain("0x111111125421cA6dc452d289314280a0f8842A65")
  })

  it("shows the purpose of a dApp request, or that it is unknown", () => {
    expect(words("transaction-call", "call")).toEqual(expect.arrayContaining(["Vote", "Contract"]))
    const unknown = words("transaction-call-unknown", "call")
    expect(unknown).toContain("Unknown call")
    expect(unknown.join("")).toContain(`0x${"4f".repeat(32)}`)
  })

  it("shows a transaction that only the history contains, each amount to the last digit and its side", () => {
    const shown = words("transaction-history", "trade")
    expect(shown).toEqual(expect.arrayContaining(["Confirmed", "Copy hash", "Done"]))
    const at = shown.indexOf("You pay")
    expect(shown.slice(at, at + 4)).toEqual(["You pay", "0.5 ETH", "You receive", "1,239.31 USDC"])
    expect(words("transaction-history-failed", "failed")).toContain("Failed")
  })

  it("shows a text for an unknown transaction", () => {
    expect(words("transaction-unknown", "nothing")).toEqual(expect.arrayContaining(["Not found", "Done"]))
  })
})
