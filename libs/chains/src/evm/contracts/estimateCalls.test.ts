import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect, Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makeScriptedRpc, ScriptedRejection, toRpcErrorResponse } from "../../testing/scriptedRpc.ts"
import { toQuantityHex } from "../Hex.ts"
import { contractActions } from "./contractActions.ts"

const from = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const token = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
const router = "0x111111125421cA6dc452d289314280a0f8842A65"
const word = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`
const price = 9n
const approvalGas = 46_000n

/** A node whose simulation returns this, and whose calls cost `approvalGas` when they are estimated alone. */
const nodeWith = (simulated: unknown) =>
  makeScriptedRpc((method, [first]) => {
    const isCall = typeof first === "object" && first !== null && "from" in first
    const answers: Readonly<Record<string, unknown>> = {
      eth_getBalance: "0x64",
      eth_estimateGas: toQuantityHex(approvalGas),
      eth_gasPrice: toQuantityHex(price),
      eth_getBlockByNumber: { number: "0x1", hash: word(1n), timestamp: "0xa", baseFeePerGas: null },
      // No rollup's oracle.
      eth_call: isCall ? word(1n) : "0x",
      eth_simulateV1: simulated,
    }
    return answers[method]
  }).rpc

const run = (status: "0x0" | "0x1", gasUsed?: bigint) => ({
  status,
  returnData: status === "0x1" ? word(1n) : "0x",
  ...(gasUsed !== undefined && { gasUsed: toQuantityHex(gasUsed) }),
})
const running = (...calls: readonly ReturnType<typeof run>[]) => [{ calls }]

const estimating = (simulated: unknown, statedGas?: bigint, data = "0x12") =>
  Effect.runPromise(
    Effect.result(
      contractActions.estimateCalls({
        network,
        rpc: nodeWith(simulated),
        from,
        calls: [
          { call: contractActions.approve({ token, spender: router, amount: 5n }) },
          { call: { to: router, value: 0n, data }, ...(statedGas !== undefined && { statedGas }) },
        ],
      }),
    ),
  )

const refused = new ScriptedRejection(toRpcErrorResponse(-32601, "the method does not exist"))

describe("contractActions.estimateCalls", () => {
  it("estimates a later call by a run after those before it, and leaves room for all that can be refunded", () =>
    fc.assert(
      fc.asyncProperty(
        fc.bigInt({ min: 60_000n, max: 600_000n }),
        fc.bigInt({ min: 0n, max: 20n }),
        async (limit, percent) => {
          // A transaction uses its limit before refunds, of which at most a fifth is given back.
          const used = limit - (limit * percent) / 100n
          const estimated = await estimating(running(run("0x1", approvalGas), run("0x1", used)), 1n)
          if (Result.isFailure(estimated)) throw estimated.failure
          const [first, later] = estimated.success
          expect(first).toMatchObject({ expected: approvalGas * price, transactionFields: { gas: "0xd7a0" } })
          expect(later).toMatchObject({ expected: used * price, transactionFields: {} })
          expect(later?.most).toBeGreaterThanOrEqual(((limit * 6n) / 5n) * price)
          expect(later?.most).toBeLessThanOrEqual(((limit * 8n) / 5n) * price)
        },
      ),
    ))

  it.each([
    ["no node runs calls in a row", refused],
    ["the node does not say what they use", running(run("0x1"), run("0x1"))],
    ["the node says less than a transaction can use", running(run("0x1", 1n), run("0x1", 2n))],
  ])("takes the gas that its author states when %s", async (_, simulated) => {
    const stated = 174_000n
    expect(await estimating(simulated, stated)).toMatchObject({
      success: [{}, { expected: stated * price, most: ((stated * 6n) / 5n) * price, transactionFields: {} }],
    })
  })

  it.each([
    [1n, 21_000n, 21_000n],
    [2n ** 200n, 2n ** 24n, 2n ** 24n],
  ])("keeps a stated %d within what a transaction can use", async (stated, used, limit) => {
    expect(await estimating(refused, stated)).toMatchObject({
      success: [{}, { expected: used * price, most: limit * price }],
    })
  })

  it.each([
    ["states no gas", undefined],
    ["states 0, as before there is an allowance", 0n],
  ])("fails when no node runs calls in a row, and the author %s", async (_, stated) => {
    expect(await estimating(refused, stated)).toMatchObject({
      failure: { _tag: "RpcError", method: "eth_simulateV1" },
    })
  })

  const resetting = (change: {
    readonly spender?: string
    readonly token?: string
    readonly before?: bigint
  }) =>
    Effect.runPromise(
      Effect.result(
        contractActions.estimateCalls({
          network,
          rpc: nodeWith(refused),
          from,
          calls: [
            { call: contractActions.approve({ token, spender: router, amount: change.before ?? 0n }) },
            { call: contractActions.approve({ token, spender: router, amount: 5n, ...change }) },
            { call: { to: router, value: 0n, data: "0x12" }, statedGas: 174_000n },
          ],
        }),
      ),
    )

  it("estimates an approval after its reset by the reset and a new allowance when no node runs calls in a row", async () => {
    const estimated = await resetting({})
    if (Result.isFailure(estimated)) throw estimated.failure
    const [reset, approve, swap] = estimated.success
    expect(reset.expected).toBe(approvalGas * price)
    // Writing to an empty slot costs 17,100 more than emptying one, and a byte of data 12 more than a zero.
    expect(approve?.expected).toBeGreaterThanOrEqual((approvalGas + 17_100n + 32n * 12n) * price)
    expect(approve?.expected).toBeLessThan((approvalGas + 22_100n) * price)
    expect(approve?.transactionFields).toEqual({})
    expect(swap?.expected).toBe(174_000n * price)
  })

  it.each([
    ["of another spender", { spender: token }],
    ["of another token", { token: router }],
    ["after one that is no reset", { before: 1n }],
  ])("fails for an approval %s when no node runs calls in a row", async (_, change) => {
    expect(await resetting(change)).toMatchObject({ failure: { method: "eth_simulateV1" } })
  })

  it.each([
    ["the chain would reject", running(run("0x1", 46_000n), run("0x0", 30_000n)), "0x12"],
    ["has invalid data", running(), "0x1"],
  ])("fails with Reverts for a later call that %s", async (_, simulated, data) => {
    expect(await estimating(simulated, 1n, data)).toMatchObject({ failure: { reason: { _tag: "Reverts" } } })
  })
})
