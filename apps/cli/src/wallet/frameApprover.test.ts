import type { Approval } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import { describe, expect, it, vi } from "vitest"
import { makeReviewed } from "../payments/Reviewed.ts"
import { makeOutput } from "../terminal/Output.ts"
import { readTerminal } from "../terminal/Terminal.ts"
import { recordedFacts } from "../testing/facts.ts"
import { etherReview } from "../testing/payments.ts"
import { frameApprover } from "./frameApprover.ts"

const question = {
  title: "Send a transaction",
  lines: [{ label: "To", text: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" }],
  method: "eth_sendTransaction",
  chainId: "eip155:1",
  asker: { name: "wmodal", origin: null },
}
const signing = { ...question, method: "personal_sign" }

const around = (yes: boolean, sits: boolean, says: Approval = "approve") => {
  const { facts, stdout } = recordedFacts({ tty: sits ? ["stdin", "stdout"] : [] })
  const terminal = readTerminal(facts, sits ? "auto" : "jsonl")
  const decide = vi.fn(() => Effect.succeed<Approval>(says))
  const reviewed = makeReviewed(() => Effect.succeed("decline"))
  const output = makeOutput(facts, terminal, { debug: false })
  const ask = frameApprover({ yes }, { output, prompts: { decide }, terminal }, reviewed)
  const answer = (asked: typeof question) => Effect.runSync(ask(asked, "site.example"))
  return { answer, decide, reviewed, stdout }
}

describe("the site's question", () => {
  it("is the person's to answer, also of what they have said yes to", () => {
    for (const says of ["approve", "decline"] as const) {
      const { answer, decide, reviewed } = around(false, true, says)
      reviewed.say(etherReview())
      expect(answer(question)).toBe(says === "approve")
      expect(decide).toHaveBeenCalledOnce()
      expect(reviewed.taken()).toBe(says === "approve")
    }
  })

  it("is declined where nobody sits and nobody said --yes", () => {
    const { answer, reviewed } = around(false, false)
    reviewed.say(etherReview())
    expect([answer(question), answer(signing), reviewed.taken()]).toEqual([false, false, false])
  })

  it("is answered by --yes once for each review", () => {
    const { answer, decide, reviewed, stdout } = around(true, false)
    expect(answer(question)).toBe(false)
    expect(reviewed.taken()).toBe(false)
    reviewed.say(etherReview())
    expect([answer(question), answer(question)]).toEqual([true, false])
    expect(reviewed.taken()).toBe(true)
    expect(decide).not.toHaveBeenCalled()
    expect(stdout()).toBe('{"v":1,"state":"approved"}\n')
  })

  it("of a signature alone is answered by --yes", () => {
    const { answer } = around(true, false)
    expect(answer(signing)).toBe(true)
    for (const method of ["solana_signTransaction", "wallet_grantPermissions", "wallet_sendCalls"])
      expect(answer({ ...question, method })).toBe(false)
  })
})
