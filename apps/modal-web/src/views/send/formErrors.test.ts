import { SendError } from "@wmodal/core/flows"
import { describe, expect, it } from "vitest"
import { getScene, type SceneName } from "../../gallery/scenes.ts"
import { type EditingSend, firstMissingSendField } from "./WalletSend.tsx"

const makeForm = (scene: SceneName): EditingSend => {
  const { send } = getScene(scene).flows
  if (send._tag !== "Editing") throw new Error(`Nothing is edited in ${scene}.`)
  return send
}

describe("firstMissingSendField", () => {
  it.each([
    ["send-typed", null],
    ["send-no-token", "Token"],
    ["send", "Amount"],
    ["send-resolving", "Waiting"],
    ["send-estimating", "Waiting"],
    ["send-insufficient", "More"],
    ["send-unknown-name", "More"],
    ["send-reverts", "More"],
  ] as const)("returns the first missing input only: %s", (scene, missing) => {
    expect(firstMissingSendField(makeForm(scene))).toBe(missing)
  })

  it("returns More for an error even while the recipient is being resolved", () => {
    const error = new SendError({ reason: { _tag: "Insufficient", of: "token" } })
    expect(firstMissingSendField({ ...makeForm("send-resolving"), error })).toBe("More")
  })

  it("returns Amount for a zero amount, and Recipient last", () => {
    const typed = { ...makeForm("send-typed"), ready: false }
    expect(firstMissingSendField({ ...typed, amount: { units: 0n, fiat: null } })).toBe("Amount")
    expect(firstMissingSendField({ ...typed, recipient: { _tag: "Empty" } })).toBe("Recipient")
  })
})
