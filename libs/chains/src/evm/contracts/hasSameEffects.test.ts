import { it as effectIt } from "@effect/vitest"
import type { Rpc } from "@wmodal/protocol"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import type { SimulationResult } from "../../contract/Transfer.ts"
import { feelessBlock, makeScriptedRpc } from "../../testing/scriptedRpc.ts"
import type { EventLog } from "../simulationRun.ts"
import { hasSameEffects } from "./hasSameEffects.ts"
import { simulateAssetChanges } from "./simulateAssetChanges.ts"

const me = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const word = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`
const event = (...topics: readonly bigint[]): EventLog => ({
  address: "0x8bbc3514477d75ec797bbe4e19d7961660bb849c",
  topics: topics.map(word),
  data: "0x",
})
const simulated = (change: bigint, token: string | null = null): SimulationResult => ({
  _tag: "Simulated",
  changes: [{ token, before: 1_000n, after: 1_000n + change }],
})
const unavailable: SimulationResult = { _tag: "Unavailable" }
const reverts: SimulationResult = { _tag: "Reverts", at: 0, text: "" }

describe("hasSameEffects", () => {
  const compare = (
    one: SimulationResult,
    other: SimulationResult,
    [first, second]: readonly [readonly EventLog[], readonly EventLog[]] = [[], []],
  ) =>
    hasSameEffects(
      [
        { trial: one, logs: first, transfers: null },
        { trial: other, logs: second, transfers: null },
      ],
      me,
    )

  it.each([
    ["both expect the same", simulated(-100n), simulated(-100n)],
    ["a price has moved a little", simulated(100n), simulated(96n)],
    ["both expect a revert", reverts, reverts],
    ["only one node can simulate", simulated(5n), unavailable],
  ])("returns true when %s", (_, one, other) => {
    expect(compare(one, other)).toBe(true)
  })

  it.each([
    ["one expects a gain and one a loss", simulated(100n), simulated(-100n)],
    ["one expects no change", simulated(0n), simulated(-100n)],
    ["one expects far less", simulated(100n), simulated(90n)],
    ["one expects a change of another token", simulated(0n), simulated(-1n, "0xToken")],
    ["one expects a revert", simulated(0n), reverts],
  ])("returns false when %s", (_, one, other) => {
    expect(compare(one, other)).toBe(false)
    expect(compare(other, one)).toBe(false)
  })

  it("compares the events that name the account, and no others", () => {
    const same = simulated(0n)
    expect(compare(same, same, [[event(1n, BigInt(me), 7n)], []])).toBe(false)
    expect(compare(same, same, [[event(1n, BigInt(me), 7n)], [event(1n, BigInt(me), 8n)]])).toBe(false)
    expect(compare(same, same, [[event(1n, 7n)], []])).toBe(true)
  })
})

describe("simulateAssetChanges with two nodes", () => {
  const makeNode = (after: bigint) =>
    makeScriptedRpc(
      (method) =>
        feelessBlock[method] ?? [
          {
            calls: [word(1_000n), "0x", word(after)].map((returnData) => ({ returnData, status: "0x1" })),
          },
        ],
    ).rpc
  const request = { from: me, calls: [{ to: me, value: 0n, data: "0x12" }], tokens: [] }
  const simulateWith = (second: Rpc) =>
    simulateAssetChanges({ ...makeNode(2_000n), second: Effect.succeed(second) }, request)

  effectIt.effect("reports that a second node expects a loss where the first expects a gain", () =>
    Effect.gen(function* () {
      expect(yield* simulateWith(makeNode(0n))).toMatchObject({ differs: true })
      expect(yield* simulateWith(makeNode(2_000n))).toMatchObject({ differs: false })
    }),
  )

  effectIt.effect("does not wait for a second node that does not respond", () =>
    Effect.gen(function* () {
      const silent: Rpc = { request: () => Effect.never, pin: Effect.never }
      const fiber = yield* Effect.forkChild(simulateWith(silent), { startImmediately: true })
      yield* TestClock.adjust(4_000)
      expect(yield* Fiber.join(fiber)).toMatchObject({ differs: false, trial: { _tag: "Simulated" } })
    }),
  )
})
