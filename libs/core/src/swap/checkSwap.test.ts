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
    ["with the requested parties", {}],
    ["without an approval", { spender: undefined }],
    ["from the native currency", { source: null, spender: undefined, approved: null }],
    ["to the native currency", { destination: null }],
  ])("accepts a swap %s", (_, change) => {
    expect(checkSwapAddresses({ ...parties, ...change })).toBe(null)
  })

  it.each<[string, Partial<SwapAddresses>, ReturnType<typeof checkSwapAddresses>]>([
    ["another account is the sender", { sender: "0xOther" }, "sender"],
    ["there is no sender", { sender: null }, "sender"],
    ["there is no router", { router: null, spender: null }, "spender"],
    ["the account itself is the router", { router: "0xMe", spender: "0xMe" }, "spender"],
    ["the source token is the router", { router: "0xSource", spender: "0xSource" }, "spender"],
    ["the destination token is the router", { router: "0xDestination", spender: "0xDestination" }, "spender"],
    ["another spender may take the source", { spender: "0xThief" }, "spender"],
    ["the approval cannot be read", { spender: null }, "spender"],
    ["another token is approved", { approved: "0xDestination" }, "spender"],
    ["the approval names no token", { approved: null }, "spender"],
  ])("rejects a swap when %s", (_, change, refusal) => {
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
    ["there is no warning", [], null],
    [
      "the warning is covered by the simulation check",
      [{ _tag: "Fails", text: "" }, { _tag: "Untried" }],
      null,
    ],
    [
      "they approve an unlimited amount of a token",
      [{ _tag: "UnlimitedApproval", token: "0xOther", symbol: "", spender: "0xThief" }],
      "approval",
    ],
    ["they could not be fully decoded", [{ _tag: "Untried" }, { _tag: "Blind" }], "approval"],
  ])("returns the result for calls when %s", (_, dangers, refusal) => {
    expect(checkSwapCalls(dangers)).toBe(refusal)
  })
})

describe("checks of the effects", () => {
  it.each<[string, SimulationResult]>([
    ["exactly the amount leaves and exactly the minimum arrives", good],
    ["less leaves", tried(change("0xSource", -99n), change("0xDestination", 50n))],
    ["more arrives", tried(change("0xSource", -100n), change("0xDestination", 51n))],
    [
      "other assets stay",
      tried(change("0xSource", -100n), change("0xDestination", 50n), change("0xOther", 0n)),
    ],
    ["other assets arrive", tried(change(null, 1n), change("0xSource", -100n), change("0xDestination", 50n))],
    ["no simulation is available", { _tag: "Unavailable" }],
  ])("accepts a simulation when %s", (_, trial) => {
    expect(checkSwapEffects(trial, asked)).toBe(null)
  })

  it.each<[string, SimulationResult, ReturnType<typeof checkSwapEffects>]>([
    ["it fails", { _tag: "Reverts", at: 1, text: "" }, "reverts"],
    ["one unit more leaves", tried(change("0xSource", -101n), change("0xDestination", 50n)), "source"],
    ["one unit less arrives", tried(change("0xSource", -100n), change("0xDestination", 49n)), "minimum"],
    ["nothing arrives", tried(change("0xSource", -100n), change("0xDestination", 0n)), "recipient"],
    [
      "the destination token leaves",
      tried(change("0xSource", -100n), change("0xDestination", -1n)),
      "source",
    ],
    ["the destination balance was not checked", tried(change("0xSource", -100n)), "recipient"],
    ["the source balance was not checked", tried(change(null, 0n), change("0xDestination", 50n)), "source"],
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
  ])("rejects a simulation when %s", (_, trial, refusal) => {
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

  it("lets a token that is the native currency fall with it by the amount, and by no more", () => {
    const arrives = change("0xDestination", 50n)
    const face = (by: bigint) => ({ ...change("0xSource", by), nativeUnits: 1_000n })
    expect(checkSwapEffects(tried(change(null, -100_000n), face(-100n), arrives), asked)).toBe(null)
    expect(checkSwapEffects(tried(change(null, -100_001n), face(-100n), arrives), asked)).toBe("source")
    const given = { ...asked, source: null, amount: 100_000n }
    expect(checkSwapEffects(tried(change(null, -100_000n), face(-100n), arrives), given)).toBe(null)
    expect(checkSwapEffects(tried(change(null, -100_000n), face(-101n), arrives), given)).toBe("source")
    expect(checkSwapEffects(tried(change(null, -100_000n), change("0xSource", -100n), arrives), given)).toBe(
      "source",
    )
  })
})
