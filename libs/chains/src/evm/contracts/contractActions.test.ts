import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  feelessBlock,
  makeScriptedRpc,
  ScriptedRejection,
  toRpcErrorResponse,
} from "../../testing/scriptedRpc.ts"
import { checksumAddress } from "../checksumAddress.ts"
import { encodeHex } from "../Hex.ts"
import { contractActions } from "./contractActions.ts"
import { simulateAssetChanges } from "./simulateAssetChanges.ts"

const from = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const spender = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const token = "0x8bBC3514477d75EC797BBe4e19d7961660Bb849c"
const otherAddress = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"
const word = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`

const anyAddress = fc
  .bigInt({ min: 0n, max: 2n ** 160n - 1n })
  .map((value) => `0x${value.toString(16).padStart(40, "0")}`)
const anyUnits = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

describe("contractActions.approve", () => {
  it("encodes exactly the amount and the spender", () => {
    fc.assert(
      fc.property(anyAddress, anyAddress, anyUnits, (of, by, amount) => {
        const { data, to, value } = contractActions.approve({ token: of, spender: by, amount })
        expect([to, value]).toEqual([of, 0n])
        expect(data).toBe(`0x095ea7b3${by.slice(2).padStart(64, "0")}${word(amount).slice(2)}`)
        expect(contractActions.decodeSpender(data)).toBe(checksumAddress(by))
        expect(contractActions.decodeSpender(data.toUpperCase().replace("0X", "0x"))).toBe(
          checksumAddress(by),
        )
      }),
    )
  })

  const { data } = contractActions.approve({ token, spender, amount: 5n })
  it.each([
    ["nothing", ""],
    ["no call", "0x"],
    ["a transfer", data.replace("095ea7b3", "a9059cbb")],
    ["one that is cut off", data.slice(0, -2)],
    ["one that goes on", `${data}00`],
    ["an address that is too long", data.replace("095ea7b30", "095ea7b31")],
    ["what is no hex", data.replace("095ea7b300", "095ea7b3zz")],
  ])("decodes no spender from %s", (_, odd) => {
    expect(contractActions.decodeSpender(odd)).toBeNull()
  })
})

describe("contractActions.toCall", () => {
  it("returns the encoded call", () => {
    fc.assert(
      fc.property(anyAddress, anyUnits, fc.uint8Array(), (to, value, bytes) => {
        const call = {
          to,
          value,
          data: encodeHex(bytes),
        }
        expect(contractActions.toCall(contractActions.call(call))).toEqual(call)
      }),
    )
  })

  it("decodes a transaction from a dApp", () => {
    expect(contractActions.toCall({ to: token })).toEqual({ to: token, value: 0n, data: "0x" })
    expect(contractActions.toCall({ to: token, input: "0x12", value: "0x05" })).toEqual({
      to: token,
      value: 5n,
      data: "0x12",
    })
    expect(contractActions.toCall({ to: null, data: "0x60" })).toEqual({ to: "", value: 0n, data: "0x60" })
  })
})

const nodeWith = (answers: Readonly<Record<string, unknown>>) =>
  makeScriptedRpc((method, [first]) => {
    const all: Readonly<Record<string, unknown>> = {
      eth_getBalance: "0x64",
      eth_estimateGas: "0xea60",
      eth_gasPrice: "0x9",
      eth_getBlockByNumber: { number: "0x1", hash: word(1n), timestamp: "0xa", baseFeePerGas: null },
      ...answers,
    }
    if (method === "eth_call" && typeof first === "object" && first !== null && "from" in first)
      return all["call"] ?? word(1n)
    // No rollup's oracle.
    return method === "eth_call" ? "0x" : all[method]
  }).rpc

const estimating = (answers: Readonly<Record<string, unknown>> = {}, value = 0n) =>
  Effect.runPromise(
    Effect.result(
      contractActions.estimateCall({
        network,
        rpc: nodeWith(answers),
        from,
        call: { ...contractActions.approve({ token, spender, amount: 5n }), value },
      }),
    ),
  )

describe("contractActions.estimateCall", () => {
  it("estimates the fee with a gas margin of a fifth", async () => {
    expect(await estimating()).toMatchObject({
      success: { expected: 540_000n, most: 648_000n, transactionFields: { gas: "0x11940", gasPrice: "0x9" } },
    })
  })

  it("takes the price of a second node when the first one's is more than ten times as high", async () => {
    const second = nodeWith({ eth_gasPrice: "0x9" })
    const estimate = (price: string) =>
      Effect.runPromise(
        contractActions.estimateCall({
          network,
          rpc: { ...nodeWith({ eth_gasPrice: price }), second: Effect.succeed(second) },
          from,
          call: contractActions.approve({ token, spender, amount: 5n }),
        }),
      )
    expect(await estimate("0x5b")).toMatchObject({ transactionFields: { gasPrice: "0x9" } })
    expect(await estimate("0x5a")).toMatchObject({ transactionFields: { gasPrice: "0x5a" } })
  })

  it("accepts a token that returns no value", async () => {
    expect(await estimating({ call: "0x" })).toMatchObject({ _tag: "Success" })
  })

  it.each([
    [
      "the contract refuses it",
      { eth_estimateGas: new ScriptedRejection(toRpcErrorResponse(3, "execution reverted: no")) },
      0n,
      { _tag: "Reverts", text: "no" },
    ],
    ["the token says no without reverting", { call: word(0n) }, 0n, { _tag: "Reverts", text: "" }],
    ["it pays more than there is", {}, 101n, { _tag: "Insufficient" }],
    [
      "the node says so",
      {
        eth_estimateGas: new ScriptedRejection(toRpcErrorResponse(-32000, "insufficient funds for transfer")),
      },
      0n,
      { _tag: "Insufficient" },
    ],
  ])("fails when %s", async (_, answers, value, reason) => {
    expect(await estimating(answers, value)).toMatchObject({ failure: { _tag: "TransferRejected", reason } })
  })

  it("fails with RpcError when the node's response is invalid", async () => {
    expect(await estimating({ eth_estimateGas: "much" })).toMatchObject({ failure: { _tag: "RpcError" } })
  })
})

const done = (returnData = "0x", status = "0x1") => ({ returnData, status })
const holds = (...values: readonly bigint[]) => values.map((value) => done(word(value)))
const swap = { to: spender, value: 0n, data: "0x12345678" } as const
const approval = contractActions.approve({ token, spender, amount: 5n })

const tryOut = (...asked: Parameters<typeof simulateAssetChanges>) =>
  Effect.map(simulateAssetChanges(...asked), ({ trial }) => trial)

const trying = async (answer: unknown, tokens: readonly string[] = [token, otherAddress]) => {
  const { asked, rpc } = makeScriptedRpc((method) => feelessBlock[method] ?? answer)
  const trial = await Effect.runPromise(
    tryOut(rpc, { from, calls: [approval, { ...swap, value: 1n }], tokens }),
  )
  return { asked, trial }
}

describe("simulateAssetChanges", () => {
  it("returns the balances of the native currency and of each token, in their order", async () => {
    const { asked, trial } = await trying([
      { calls: [...holds(9n, 5n, 0n), done(), done(), ...holds(8n, 0n, 7n)] },
    ])
    expect(trial).toEqual({
      _tag: "Simulated",
      changes: [
        { token: null, before: 9n, after: 8n },
        { token, before: 5n, after: 0n },
        { token: otherAddress, before: 0n, after: 7n },
      ],
    })
    // Calls run in one block, in sequence.
    const runs = asked.filter(([method]) => method === "eth_simulateV1")
    expect(runs).toHaveLength(2)
    for (const run of runs)
      expect(run).toMatchObject([
        "eth_simulateV1",
        [
          {
            blockStateCalls: [
              {
                calls: [
                  {},
                  { to: token },
                  { to: otherAddress },
                  { from, to: token, value: "0x0", data: approval.data },
                  { from, to: spender, value: "0x1", data: "0x12345678" },
                  {},
                  { to: token },
                  { to: otherAddress },
                ],
              },
            ],
          },
          "latest",
        ],
      ])
  })

  it.each([
    ["has reverted", done("0x12345678", "0x0"), done(), 0, "custom error 0x12345678"],
    ["is a token's that says no without reverting", done(word(0n)), done(), 0, ""],
    ["is the second", done(word(1n)), done("0x", "0x0"), 1, ""],
    ["is followed by another", done("0x", "0x0"), done("0x12345678", "0x0"), 0, ""],
  ])("reports a revert at the call that %s", async (_, first, second, at, text) => {
    const { trial } = await trying([{ calls: [...holds(9n, 5n, 0n), first, second, ...holds(9n, 5n, 0n)] }])
    expect(trial).toEqual({ _tag: "Reverts", at, text })
  })

  it("accepts a zero result from a contract that is not a token", async () => {
    const calls = [...holds(9n, 5n, 0n), done(), done(word(0n)), ...holds(9n, 5n, 0n)]
    expect((await trying([{ calls }])).trial._tag).toBe("Simulated")
  })

  it.each([
    ["before", [done(word(9n)), done("0x", "0x0"), done(word(1n))], holds(9n, 5n, 1n)],
    ["after", holds(9n, 5n, 1n), [done(word(9n)), done("0x"), done(word(1n))]],
  ])("leaves out a token that does not report a balance %s", async (_, before, after) => {
    const { trial } = await trying([{ calls: [...before, done(), done(), ...after] }])
    expect(trial).toEqual({
      _tag: "Simulated",
      changes: [
        { token: null, before: 9n, after: 9n },
        { token: otherAddress, before: 1n, after: 1n },
      ],
    })
  })

  it("simulates again with the balances of other moved tokens", async () => {
    const topics = ["0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef", from, spender]
    const log = {
      address: otherAddress,
      topics: topics.map((topic) => `0x${topic.slice(2).toLowerCase().padStart(64, "0")}`),
      data: word(3n),
    }
    const moving = { ...done(), logs: [log] }
    const { asked, rpc } = makeScriptedRpc(
      (method, [first]) =>
        feelessBlock[method] ??
        (JSON.stringify(first).includes(otherAddress)
          ? [{ calls: [...holds(9n, 5n, 3n), moving, ...holds(9n, 5n, 0n)] }]
          : [{ calls: [...holds(9n, 5n), moving, ...holds(9n, 5n)] }]),
    )
    const request = { from, calls: [swap], tokens: [token] } as const
    expect(await Effect.runPromise(tryOut(rpc, request))).toEqual({
      _tag: "Simulated",
      changes: [
        { token: null, before: 9n, after: 9n },
        { token, before: 5n, after: 5n },
        { token: otherAddress, before: 3n, after: 0n },
      ],
    })
    expect(asked.filter(([method]) => method === "eth_simulateV1")).toHaveLength(2)
  })

  /** Simulates a transfer of `otherAddress` after many worthless ones. */
  const hiding = async (noise: number, second: unknown) => {
    const of = (party: string) => `0x${party.slice(2).toLowerCase().padStart(64, "0")}`
    const transfer = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
    const worthless = Array.from({ length: noise }, (_, at) => `0x${`${at + 1}`.padStart(40, "0")}`)
    const logs = [...worthless, otherAddress].map((address) => ({
      address,
      topics: [transfer, of(from), of(spender)],
      data: word(3n),
    }))
    const first = [{ calls: [...holds(9n), { ...done(), logs }, ...holds(9n)] }]
    const { rpc } = makeScriptedRpc(
      (method, [asked]) =>
        feelessBlock[method] ?? (JSON.stringify(asked).includes(otherAddress) ? second : first),
    )
    return Effect.runPromise(tryOut(rpc, { from, calls: [swap], tokens: [] }))
  }

  it.each<[string, number, unknown]>([
    ["says more than anybody listens to", 60, null],
    [
      "moves what the node cannot look at",
      1,
      new ScriptedRejection(toRpcErrorResponse(-32000, "block gas limit reached")),
    ],
  ])("returns Unavailable when a contract %s, because a loss could be hidden", async (_, noise, second) => {
    expect(await hiding(noise, second)).toEqual({ _tag: "Unavailable" })
  })

  it("checks each token once, and at most fifty", async () => {
    const many = Array.from({ length: 60 }, (_, at) => `0x${at.toString(16).padStart(40, "0")}`)
    const { asked } = await trying(null, ["native", token, token.toLowerCase(), ...many])
    expect(JSON.stringify(asked)).not.toContain("native")
    expect(JSON.stringify(asked).match(/70a08231/g)).toHaveLength(100)
    expect(JSON.stringify(asked).match(new RegExp(token, "gi"))).toHaveLength(3)
  })

  it.each([
    [toRpcErrorResponse(-32601, "Method not found"), { _tag: "Unavailable" }],
    [
      toRpcErrorResponse(-32003, "Insufficient funds for gas * price + value"),
      { _tag: "Reverts", at: 1, text: "" },
    ],
    [toRpcErrorResponse(3, "execution reverted: no"), { _tag: "Reverts", at: 0, text: "no" }],
  ])("handles the node's rejection %j with %j", async (reason, trial) => {
    expect((await trying(new ScriptedRejection(reason))).trial).toEqual(trial)
  })

  it.each([
    [null],
    [[]],
    [[{ calls: holds(1n, 2n, 3n) }]],
    // The address of the balance reader has no code.
    [[{ calls: [done(), ...holds(5n, 0n), done(), done(), done(), ...holds(5n, 0n)] }]],
    [[{ calls: [...holds(9n, 5n, 0n), { status: "0x1" }, done(), ...holds(9n, 5n, 0n)] }]],
  ])("returns Unavailable when the node responds with %j", async (answer) => {
    expect((await trying(answer)).trial).toEqual({ _tag: "Unavailable" })
  })
})
