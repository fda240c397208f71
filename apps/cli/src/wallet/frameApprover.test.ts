import type { Approval } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import { describe, expect, it, vi } from "vitest"
import { makeApprovalGrant } from "../payments/ApprovalGrant.ts"
import { makeOutput } from "../terminal/Output.ts"
import { readTerminal } from "../terminal/Terminal.ts"
import { makeEtherReview } from "../testing/payments.ts"
import { makeRecordedFacts } from "../testing/recordedFacts.ts"
import { makeFrameApprover } from "./frameApprover.ts"

const question = {
  title: "Send a transaction",
  acts: [],
  lines: [{ label: "To", text: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" }],
  method: "eth_sendTransaction",
  chainId: "eip155:1",
  asker: { name: "wmodal", origin: null },
}
const signing = { ...question, method: "personal_sign" }

const makeTestDeps = (yes: boolean, sits: boolean, says: Approval = "approve") => {
  const { facts, stdout } = makeRecordedFacts({ tty: sits ? ["stdin", "stdout"] : [] })
  const terminal = readTerminal(facts, sits ? "auto" : "jsonl")
  const decide = vi.fn(() => Effect.succeed<Approval>(says))
  const reviewed = makeApprovalGrant(() => Effect.succeed("decline"))
  const output = makeOutput(facts, terminal, { debug: false })
  const ask = makeFrameApprover({ yes }, { output, prompts: { decide }, terminal }, reviewed)
  const answer = (asked: typeof question) => Effect.runSync(ask(asked, "site.example"))
  return { answer, decide, reviewed, stdout }
}

describe("makeFrameApprover", () => {
  it("prompts the user, even after a granted review", () => {
    for (const says of ["approve", "decline"] as const) {
      const { answer, decide, reviewed } = makeTestDeps(false, true, says)
      reviewed.grant(makeEtherReview())
      expect(answer(question)).toBe(says === "approve")
      expect(decide).toHaveBeenCalledOnce()
      expect(reviewed.isConsumed()).toBe(says === "approve")
    }
  })

  it("declines when there is neither a terminal nor --yes", () => {
    const { answer, reviewed } = makeTestDeps(false, false)
    reviewed.grant(makeEtherReview())
    expect([answer(question), answer(signing), reviewed.isConsumed()]).toEqual([false, false, false])
  })

  it("approves one request per granted review with --yes", () => {
    const { answer, decide, reviewed, stdout } = makeTestDeps(true, false)
    expect(answer(question)).toBe(false)
    expect(reviewed.isConsumed()).toBe(false)
    reviewed.grant(makeEtherReview())
    expect([answer(question), answer(question)]).toEqual([true, false])
    expect(reviewed.isConsumed()).toBe(true)
    expect(decide).not.toHaveBeenCalled()
    expect(stdout()).toBe('{"v":1,"state":"approved"}\n')
  })

  it("approves signatures with --yes but no other method", () => {
    const { answer } = makeTestDeps(true, false)
    expect(answer(signing)).toBe(true)
    for (const method of ["solana_signTransaction", "wallet_grantPermissions", "wallet_sendCalls"])
      expect(answer({ ...question, method })).toBe(false)
  })
})
