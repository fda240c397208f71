import { SendError } from "@wmodal/core/flows"
import { describe, expect, it } from "vitest"
import { type SceneName, sceneOf } from "../../gallery/scenes.ts"
import { missingIn } from "./missingIn.ts"
import type { Editing } from "./SendForm.tsx"

const formOf = (scene: SceneName): Editing => {
  const { send } = sceneOf(scene).flows
  if (send._tag !== "Editing") throw new Error(`Nothing is edited in ${scene}.`)
  return send
}

describe("what keeps a review from being made", () => {
  it.each([
    ["send-typed", null],
    ["send-no-token", "Token"],
    ["send", "Amount"],
    ["send-resolving", "Waiting"],
    ["send-estimating", "Waiting"],
    ["send-insufficient", "More"],
    ["send-unknown-name", "More"],
    ["send-reverts", "More"],
  ] as const)("is told one at a time: %s", (scene, missing) => {
    expect(missingIn(formOf(scene))).toBe(missing)
  })

  it("is what is wrong, even while the recipient is still looked for", () => {
    const error = new SendError({ reason: { _tag: "Insufficient", of: "token" } })
    expect(missingIn({ ...formOf("send-resolving"), error })).toBe("More")
  })

  it("is an amount where it is nothing, and a recipient last", () => {
    const typed = { ...formOf("send-typed"), ready: false }
    expect(missingIn({ ...typed, amount: { units: 0n, fiat: null } })).toBe("Amount")
    expect(missingIn({ ...typed, recipient: { _tag: "Empty" } })).toBe("Recipient")
  })
})
