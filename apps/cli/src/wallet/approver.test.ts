import type { Approval, ApprovalRequest, DevNetwork } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import { describe, expect, it, vi } from "vitest"
import { makeOutput } from "../terminal/Output.ts"
import { readTerminal } from "../terminal/Terminal.ts"
import { makeRecordedFacts } from "../testing/recordedFacts.ts"
import { makeApprover } from "./approver.ts"

const network: DevNetwork = { chainId: 1, name: "Ethereum", rpcUrls: [] }
const account = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const common = { origin: "wmodal in this terminal", network, account } as const

const connect: ApprovalRequest = { _tag: "Connect", ...common, locked: false }
const send: ApprovalRequest = {
  _tag: "SendTransaction",
  ...common,
  to: account,
  value: "1",
  data: "0x",
  maxFee: "1",
}
const move: ApprovalRequest = { _tag: "SwitchNetwork", origin: common.origin, network, to: network }

const standard = {
  origin: common.origin,
  on: "Solana",
  address: "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96",
}
const shares: ApprovalRequest = {
  _tag: "ConnectAddresses",
  origin: common.origin,
  on: "Bitcoin",
  addresses: [{ address: standard.address }],
  locked: false,
}
const onSolana = {
  chain: "solana:mainnet",
  name: "Solana",
  currency: { symbol: "SOL", decimals: 9 },
} as const
const harmless: readonly ApprovalRequest[] = [
  shares,
  { _tag: "SignBytes", ...standard, message: "0x00" },
  { _tag: "SignIn", ...standard, text: "Hi", locked: false },
]
const costly: readonly ApprovalRequest[] = (["SendSolana", "SignSolana"] as const)
  .map((_tag): ApprovalRequest => ({ _tag, ...standard, network: onSolana, transactions: [] }))
  .concat(
    (["SendBitcoin", "SignBitcoin"] as const).map((_tag) => ({
      _tag,
      origin: common.origin,
      network: onSolana,
      transaction: "0x",
      psbt: "",
      inputs: [],
      outputs: [],
      fee: null,
    })),
  )

const runApprover = (
  request: ApprovalRequest,
  { person, yes }: { readonly person: Approval | null; readonly yes: boolean },
) => {
  const { facts, stdout } = makeRecordedFacts({ tty: person === null ? [] : ["stdin", "stdout"] })
  const review = vi.fn(() => Effect.succeed<Approval>(person ?? "decline"))
  const terminal = readTerminal(facts, "auto")
  const output = makeOutput(facts, { ...terminal, format: "jsonl" }, { debug: false })
  const given = Effect.runSync(makeApprover({ yes }, { output, prompts: { review }, terminal })(request))
  return { given, asked: review.mock.calls.length, said: stdout() }
}

describe("approver", () => {
  it.each(["approve", "decline"] as const)("returns the decision of the user: %s", (person) => {
    expect(runApprover(connect, { person, yes: false })).toMatchObject({ given: person, asked: 1 })
  })

  it("approves with --yes and prints the approved state", () => {
    const { asked, given, said } = runApprover(connect, { person: null, yes: true })
    expect({ asked, given }).toEqual({ asked: 0, given: "approve" })
    expect(JSON.parse(said)).toEqual({ v: 1, state: "approved" })
  })

  it("prints no approved state when the user declines", () => {
    expect(runApprover(connect, { person: "decline", yes: false }).said).toBe("")
  })

  it("rejects unreviewed transactions even with --yes", () => {
    expect(runApprover(send, { person: null, yes: true })).toMatchObject({ given: "decline", asked: 0 })
    expect(runApprover(send, { person: "approve", yes: true })).toMatchObject({ given: "approve", asked: 1 })
  })

  it("distinguishes signatures from transactions on Solana and Bitcoin with --yes", () => {
    for (const request of harmless) {
      expect(runApprover(request, { person: null, yes: true })).toMatchObject({ given: "approve", asked: 0 })
    }
    for (const request of costly) {
      expect(runApprover(request, { person: null, yes: true })).toMatchObject({ given: "decline", asked: 0 })
      expect(runApprover(request, { person: "approve", yes: true })).toMatchObject({
        given: "approve",
        asked: 1,
      })
    }
  })

  it("approves a switch to the given network without a prompt", () => {
    expect(runApprover(move, { person: "decline", yes: false })).toMatchObject({ given: "approve", asked: 0 })
  })
})
