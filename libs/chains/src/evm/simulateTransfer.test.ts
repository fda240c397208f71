import type { Rpc } from "@wmodal/protocol"
import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import {
  feelessBlock,
  makeScriptedRpc,
  ScriptedRejection,
  toRpcErrorResponse,
} from "../testing/scriptedRpc.ts"
import { simulateTransfer } from "./simulateTransfer.ts"

const from = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const to = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const token = "0x8bBC3514477d75EC797BBe4e19d7961660Bb849c"
const word = (value: number) => `0x${value.toString(16).padStart(64, "0")}`
const call = (returnData: string, status = "0x1") => ({ returnData, status, logs: [], gasUsed: "0x1" })
const words = (...values: readonly number[]) => values.map((value) => call(word(value)))

const simulating = (answer: unknown, inToken = true) => {
  const { asked, rpc } = makeScriptedRpc((method) => feelessBlock[method] ?? answer)
  const transfer = { from, to, token: inToken ? token : null, amount: 5n }
  const transaction = {
    to: inToken ? token : to,
    value: "0x0",
    data: inToken ? "0xa9059cbb" : "0x",
    gas: "0x5208",
    maxFeePerGas: "0x0",
  }
  return Effect.runPromise(
    Effect.map(simulateTransfer({ network, rpc, transfer, transaction }), (simulation) => ({
      simulation,
      asked,
    })),
  )
}

const honestCalls = [{ calls: [...words(10, 1), call("0x"), ...words(5, 6)] }]
const honest = { _tag: "Simulated", sender: [{ after: 5n }], recipient: [{ after: 6n }] }

describe("simulateTransfer", () => {
  it("returns the balances of both sides, the sent asset first, and less for a token with a fee", async () => {
    const answer = [{ calls: [...words(100, 7, 1, 8), call("0x"), ...words(95, 6, 5, 8)] }]
    const { asked, simulation } = await simulating(answer)
    expect(simulation).toEqual({
      _tag: "Simulated",
      sender: [
        { token, before: 100n, after: 95n },
        { token: null, before: 7n, after: 6n },
      ],
      recipient: [{ token, before: 1n, after: 5n }],
    })
    const runs = asked.filter(([method]) => method === "eth_simulateV1").map((run) => JSON.stringify(run))
    expect(runs.map((run) => run.includes("maxFeePerGas"))).toEqual([false, true])
  })

  it("tells a token that is the native currency, and adds the fee to both balances", async () => {
    // 2 of 100 are the fee of the run with a price.
    const answer = [{ calls: [...words(100, 100, 1, 1), call("0x"), ...words(95, 95, 6, 6)] }]
    const { simulation } = await simulating(answer)
    expect(simulation).toEqual({
      _tag: "Simulated",
      sender: [
        { token, before: 100n, after: 95n, nativeUnits: 1n },
        { token: null, before: 100n, after: 95n },
      ],
      recipient: [
        { token, before: 1n, after: 6n, nativeUnits: 1n },
        { token: null, before: 1n, after: 6n },
      ],
    })
  })

  it("returns only the native currency when it is sent", async () => {
    const answer = [{ calls: [...words(10, 1), call("0x"), ...words(5, 6)] }]
    expect((await simulating(answer, false)).simulation).toEqual({
      _tag: "Simulated",
      sender: [{ token: null, before: 10n, after: 5n }],
      recipient: [{ token: null, before: 1n, after: 6n }],
    })
  })

  it.each([
    ["a call fails", call("0x12345678", "0x0"), "custom error 0x12345678"],
    ["a token returns false", call(word(0)), ""],
  ])("returns Reverts when %s", async (_, run, text) => {
    const answer = [{ calls: [...words(1, 1, 1, 1), run, ...words(1, 1, 1, 1)] }]
    expect((await simulating(answer)).simulation).toEqual({ _tag: "Reverts", text })
  })

  it.each([
    [toRpcErrorResponse(3, "execution reverted: no"), { _tag: "Reverts", text: "no" }],
    [toRpcErrorResponse(-32003, "Insufficient funds for gas * price + value"), { _tag: "Reverts", text: "" }],
    [toRpcErrorResponse(-32601, "Method not found"), { _tag: "Unavailable" }],
    [toRpcErrorResponse(-32000, "the method eth_simulateV1 does not exist"), { _tag: "Unavailable" }],
  ])("handles the node's rejection %j with %j", async (reason, simulation) => {
    expect((await simulating(new ScriptedRejection(reason))).simulation).toEqual(simulation)
  })

  it.each([
    [null],
    ["0x"],
    [[]],
    [[{ calls: [] }]],
    [[{ calls: words(1, 1, 1, 1, 1) }]],
    // The node ignores the code of the balance reader: every balance is empty.
    [[{ calls: [call("0x"), call("0x"), call("0x"), call("0x"), call("0x"), ...words(1, 1, 1, 1)] }]],
    [[{ calls: [...words(1, 1, 1, 1), call("0x"), ...words(1, 1, 1), call("0x", "0x0")] }]],
    [[{ calls: [...words(1, 1, 1, 1), { status: "0x1" }, ...words(1, 1, 1, 1)] }]],
  ])("returns Unavailable when the node responds with %j", async (answer) => {
    expect((await simulating(answer)).simulation).toEqual({ _tag: "Unavailable" })
  })

  it.each([
    ["takes more", [{ calls: [...words(10, 1), call("0x"), ...words(2, 6)] }], { sender: [{ after: 2n }] }],
    [
      "delivers less",
      [{ calls: [...words(10, 1), call("0x"), ...words(5, 3)] }],
      { recipient: [{ after: 3n }] },
    ],
    ["reverts", new ScriptedRejection(toRpcErrorResponse(3, "execution reverted: no")), { _tag: "Reverts" }],
    ["cannot simulate", new ScriptedRejection(toRpcErrorResponse(-32601, "Method not found")), honest],
  ])("returns the worse result when a second node %s", async (_, answer, expected) => {
    const nodes = [honestCalls, answer].map(
      (one) => makeScriptedRpc((method) => feelessBlock[method] ?? one).rpc,
    )
    const [first, second] = nodes as [Rpc, Rpc]
    const pairs = [
      { ...first, second: Effect.succeed(second) },
      { ...second, second: Effect.succeed(first) },
    ]
    for (const rpc of pairs) {
      const simulation = await Effect.runPromise(
        simulateTransfer({
          network,
          rpc,
          transfer: { from, to, token: null, amount: 5n },
          transaction: { to, value: "0x0", data: "0x", gas: "0x5208", maxFeePerGas: "0x0" },
        }),
      )
      expect(simulation).toMatchObject(expected)
    }
  })
})
