import type { BalanceChange, RequestWarning, SimulationResult } from "@wmodal/chains"
import { describe, expect, it } from "vitest"
import {
  checkSwapAddresses,
  checkSwapCalls,
  checkSwapEffects,
  type SwapAddresses,
  type SwapLimits,
} from "./checkSwap.ts"

const parties: SwapAddresses = {
  self: "0xMe",
  sender: "0xMe",
  router: "0xRouter",
  spender: "0xRouter",
  approved: "0xSource",
  source: "0xSource",
  destination: "0xDestination",
}

describe("checks of the parties", () => {
  it.each<[string, Partial<SwapAddresses>]>([
    ["as asked for", {}],
    ["without an approval", { spender: undefined }],
    ["from the native currency", { source: null, spender: undefined, approved: null }],
    ["to the native currency", { destination: null }],
  ])("is right %s", (_, change) => {
    expect(checkSwapAddresses({ ...parties, ...change })).toBe(null)
  })

  it.each<[string, Partial<SwapAddresses>, ReturnType<typeof checkSwapAddresses>]>([
    ["somebody else is to send it", { sender: "0xOther" }, "sender"],
    ["nobody is to send it", { sender: null }, "sender"],
    ["nobody is called", { router: null, spender: null }, "spender"],
    ["oneself is called", { router: "0xMe", spender: "0xMe" }, "spender"],
    ["the source is called", { router: "0xSource", spender: "0xSource" }, "spender"],
    ["the destination is called", { router: "0xDestination", spender: "0xDestination" }, "spender"],
    ["somebody else may take the source", { spender: "0xThief" }, "spender"],
    ["the approval cannot be read", { spender: null }, "spender"],
    ["another token is approved", { approved: "0xDestination" }, "spender"],
    ["the approval names no token", { approved: null }, "spender"],
  ])("is wrong where %s", (_, change, refusal) => {
    expect(checkSwapAddresses({ ...parties, ...change })).toBe(refusal)
  })
})

const asked: SwapLimits = { source: "0xSource", destination: "0xDestination", amount: 100n, minimum: 50n }
const change = (token: string | null, by: bigint): BalanceChange => ({
  token,
  before: 1_000n,
  after: 1_000n + by,
})
const tried = (...changes: readonly BalanceChange[]): SimulationResult => ({ _tag: "Simulated", changes })
const good = tried(change(null, 0n), change("0xSource", -100n), change("0xDestination", 50n))

describe("checks of the calls", () => {
  it.each<[string, readonly RequestWarning[], ReturnType<typeof checkSwapCalls>]>([
    ["nothing is said against it", [], null],
    ["what is said is the trial's to judge", [{ _tag: "Fails", text: "" }, { _tag: "Untried" }], null],
    [
      "somebody may take all of a token",
      [{ _tag: "UnlimitedApproval", token: "0xOther", symbol: "", spender: "0xThief" }],
      "approval",
    ],
    ["it could not be read through", [{ _tag: "Untried" }, { _tag: "Blind" }], "approval"],
  ])("is judged where %s", (_, dangers, refusal) => {
    expect(checkSwapCalls(dangers)).toBe(refusal)
  })
})

describe("checks of the effects", () => {
  it.each<[string, SimulationResult]>([
    ["exactly the amount leaves and exactly the minimum arrives", good],
    ["less leaves", tried(change("0xSource", -99n), change("0xDestination", 50n))],
    ["more arrives", tried(change("0xSource", -100n), change("0xDestination", 51n))],
    [
      "other things stay",
      tried(change("0xSource", -100n), change("0xDestination", 50n), change("0xOther", 0n)),
    ],
    ["other things come", tried(change(null, 1n), change("0xSource", -100n), change("0xDestination", 50n))],
    ["nobody can say", { _tag: "Unavailable" }],
  ])("is right where %s", (_, trial) => {
    expect(checkSwapEffects(trial, asked)).toBe(null)
  })

  it.each<[string, SimulationResult, ReturnType<typeof checkSwapEffects>]>([
    ["it fails", { _tag: "Reverts", at: 1, text: "" }, "reverts"],
    ["one unit more leaves", tried(change("0xSource", -101n), change("0xDestination", 50n)), "source"],
    ["one unit less arrives", tried(change("0xSource", -100n), change("0xDestination", 49n)), "minimum"],
    ["nothing arrives", tried(change("0xSource", -100n), change("0xDestination", 0n)), "recipient"],
    ["what should arrive leaves", tried(change("0xSource", -100n), change("0xDestination", -1n)), "source"],
    ["nobody looked whether it arrives", tried(change("0xSource", -100n)), "recipient"],
    ["nobody looked at what leaves", tried(change(null, 0n), change("0xDestination", 50n)), "source"],
    [
      "one unit of the native currency leaves",
      tried(change(null, -1n), change("0xSource", -100n), change("0xDestination", 50n)),
      "source",
    ],
    [
      "one unit of another token leaves",
      tried(change("0xSource", -100n), change("0xDestination", 50n), change("0xOther", -1n)),
      "source",
    ],
  ])("is refused where %s", (_, trial, refusal) => {
    expect(checkSwapEffects(trial, asked)).toBe(refusal)
  })

  it("treats the native currency like any token", () => {
    const given = { ...asked, source: null }
    expect(checkSwapEffects(tried(change(null, -100n), change("0xDestination", 50n)), given)).toBe(null)
    expect(checkSwapEffects(tried(change(null, -101n), change("0xDestination", 50n)), given)).toBe("source")
    const taken = { ...asked, destination: null }
    expect(checkSwapEffects(tried(change(null, 50n), change("0xSource", -100n)), taken)).toBe(null)
    expect(checkSwapEffects(tried(change(null, 49n), change("0xSource", -100n)), taken)).toBe("minimum")
    expect(checkSwapEffects(tried(change(null, 0n), change("0xSource", -100n)), taken)).toBe("recipient")
  })
})
