import { SendError } from "@wmodal/core/flows"
import { describe, expect, it } from "vitest"
import { getScene, type SceneName } from "../../gallery/scenes.ts"
import { firstMissingSendField } from "./formErrors.ts"
import type { EditingSend } from "./SendForm.tsx"

const makeForm = (scene: SceneName): EditingSend => {
  const { send } = getScene(scene).flows
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
    expect(firstMissingSendField(makeForm(scene))).toBe(missing)
  })

  it("is what is wrong, even while the recipient is still looked for", () => {
    const error = new SendError({ reason: { _tag: "Insufficient", of: "token" } })
    expect(firstMissingSendField({ ...makeForm("send-resolving"), error })).toBe("More")
  })

  it("is an amount where it is nothing, and a recipient last", () => {
    const typed = { ...makeForm("send-typed"), ready: false }
    expect(firstMissingSendField({ ...typed, amount: { units: 0n, fiat: null } })).toBe("Amount")
    expect(firstMissingSendField({ ...typed, recipient: { _tag: "Empty" } })).toBe("Recipient")
  })
})
