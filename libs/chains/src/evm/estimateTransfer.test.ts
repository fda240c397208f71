import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makeScriptedRpc, ScriptedRejection, toRpcErrorResponse } from "../testing/scriptedRpc.ts"
import { estimateTransfer } from "./estimateTransfer.ts"
import { toQuantityHex } from "./Hex.ts"

const from = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const to = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const token = "0x8bBC3514477d75EC797BBe4e19d7961660Bb849c"
const word = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`
const gwei = 1_000_000_000n

const block = (
  number: bigint,
  seconds: bigint,
  more: object = { baseFeePerGas: toQuantityHex(10n * gwei) },
) => ({
  number: toQuantityHex(number),
  hash: word(number),
  timestamp: toQuantityHex(seconds),
  ...more,
})

const usual: Readonly<Record<string, unknown>> = {
  eth_getBalance: toQuantityHex(10n ** 18n),
  eth_estimateGas: "0x5208",
  eth_feeHistory: {
    baseFeePerGas: [toQuantityHex(10n * gwei), toQuantityHex(11n * gwei)],
    reward: [[toQuantityHex(gwei)]],
  },
  eth_maxPriorityFeePerGas: toQuantityHex(2n * gwei),
  eth_gasPrice: toQuantityHex(20n * gwei),
}

const estimating = (
  answers: Readonly<Record<string, unknown>> = {},
  transfer: { readonly token: string | null; readonly amount: bigint } = { token: null, amount: 5n },
) => {
  const all = { ...usual, ...answers }
  const { asked, rpc } = makeScriptedRpc((method, [first, second]) => {
    if (method === "eth_getBlockByNumber" && all[method] === undefined)
      return first === "latest" ? block(100n, 10_240n) : block(80n, 10_000n)
    if (method === "eth_call" && typeof first === "object" && first !== null && "data" in first) {
      const data = String(first.data)
      if (data.startsWith("0x70a08231")) return all["balanceOf"] ?? word(10n ** 20n)
      if (data.startsWith("0xa9059cbb")) return all["transfer"] ?? word(1n)
      if (data.startsWith("0x275aedd2")) {
        const operator = all["getOperatorFee"]
        return typeof operator === "function" ? operator(BigInt(`0x${data.slice(10)}`)) : "0x"
      }
      return data.startsWith("0x49948e0e") ? (all["getL1Fee"] ?? "0x") : "0x"
    }
    return second === undefined && first === undefined && all[method] === undefined ? undefined : all[method]
  })
  return Effect.runPromise(
    Effect.map(
      Effect.result(estimateTransfer({ network, rpc, transfer: { from, to, ...transfer } })),
      (result) => ({
        result,
        asked,
      }),
    ),
  )
}

describe("estimateTransfer", () => {
  it("expects the next block's price plus a tip, and at most a doubled base fee plus the tip", async () => {
    expect((await estimating()).result).toMatchObject({
      success: {
        expected: 21_000n * 13n * gwei,
        most: 21_000n * 24n * gwei,
        seconds: 12,
        transactionFields: {
          gas: "0x5208",
          maxFeePerGas: toQuantityHex(24n * gwei),
          maxPriorityFeePerGas: toQuantityHex(2n * gwei),
        },
      },
    })
  })

  it("adds both fees of a rollup: of the operator, the maximum takes that of the gas limit", async () => {
    const answers = {
      eth_estimateGas: toQuantityHex(50_000n),
      getL1Fee: word(7n),
      getOperatorFee: (gas: bigint) => word(gas * 100n + 5n),
    }
    expect((await estimating(answers, { token, amount: 5n })).result).toMatchObject({
      success: {
        expected: 50_000n * 13n * gwei + 14n + 5_000_005n,
        most: 60_000n * 24n * gwei + 28n + 6_000_005n,
      },
    })
  })

  it("adds a fifth to the gas limit when code runs", async () => {
    const answers = { eth_estimateGas: toQuantityHex(50_001n) }
    expect((await estimating(answers, { token, amount: 5n })).result).toMatchObject({
      success: {
        expected: 50_001n * 13n * gwei,
        most: 60_002n * 24n * gwei,
        transactionFields: { gas: toQuantityHex(60_002n) },
      },
    })
  })

  it.each([
    ["the usual tip of the last blocks", { eth_maxPriorityFeePerGas: undefined }, 1n],
    [
      "what the plain price has above the base",
      { eth_maxPriorityFeePerGas: undefined, eth_feeHistory: undefined },
      10n,
    ],
  ])("uses %s when the node reports no tip", async (_, answers, tip) => {
    expect((await estimating(answers)).result).toMatchObject({
      success: { transactionFields: { maxPriorityFeePerGas: toQuantityHex(tip * gwei) } },
    })
  })

  it("estimates the same when a node writes its numbers with leading zeros and in capitals", async () => {
    const odd = (quantity: unknown): unknown =>
      typeof quantity === "string" ? `0x00${quantity.slice(2).toUpperCase()}` : quantity
    const answers = {
      eth_getBalance: odd(usual["eth_getBalance"]),
      eth_estimateGas: odd(usual["eth_estimateGas"]),
      eth_maxPriorityFeePerGas: odd(usual["eth_maxPriorityFeePerGas"]),
      eth_gasPrice: odd(usual["eth_gasPrice"]),
      eth_feeHistory: { baseFeePerGas: [odd(toQuantityHex(11n * gwei))] },
    }
    expect((await estimating(answers)).result).toEqual((await estimating()).result)
  })

  it("uses the latest block's base fee when the node's fee history is empty", async () => {
    const { result } = await estimating({ eth_feeHistory: { baseFeePerGas: [], reward: null } })
    expect(result).toMatchObject({ success: { expected: 21_000n * 12n * gwei } })
  })

  it("takes the price of a second host when a node suggests a tip of a million gwei", async () => {
    const { rpc } = makeScriptedRpc((method, [first]) =>
      method === "eth_getBlockByNumber"
        ? first === "latest"
          ? block(100n, 10_240n)
          : block(80n, 10_000n)
        : { ...usual, eth_call: "0x", eth_maxPriorityFeePerGas: toQuantityHex(1_000_000n * gwei) }[method],
    )
    const second = makeScriptedRpc((method) => usual[method]).rpc
    const transfer = { from, to, token: null, amount: 5n }
    expect(
      await Effect.runPromise(
        estimateTransfer({ network, rpc: { ...rpc, second: Effect.succeed(second) }, transfer }),
      ),
    ).toMatchObject({
      most: 21_000n * 20n * gwei,
      transactionFields: { gasPrice: toQuantityHex(20n * gwei) },
    })
  })

  it("uses the plain price when blocks have no base fee", async () => {
    const eth_getBlockByNumber = block(1n, 10n, { baseFeePerGas: null })
    const { result } = await estimating({ eth_getBlockByNumber })
    expect(result).toMatchObject({
      success: {
        expected: 21_000n * 20n * gwei,
        most: 21_000n * 20n * gwei,
        transactionFields: { gas: "0x5208", gasPrice: toQuantityHex(20n * gwei) },
        seconds: null,
      },
    })
  })

  it("adds the rollup fee, and doubles it for the maximum", async () => {
    const { result } = await estimating({ getL1Fee: word(1000n) })
    expect(result).toMatchObject({
      success: { expected: 21_000n * 13n * gwei + 2000n, most: 21_000n * 24n * gwei + 4000n },
    })
  })

  it("estimates a transfer of the whole balance", async () => {
    const { asked, result } = await estimating({}, { token: null, amount: 10n ** 18n })
    expect(result).toMatchObject({ _tag: "Success" })
    const [, params] = asked.find(([method]) => method === "eth_estimateGas") ?? []
    expect(params).toEqual([{ from, to, value: toQuantityHex(10n ** 18n), data: "0x" }])
  })

  it("never expects more than the maximum, and calculates both exactly", async () => {
    const wei = fc.bigInt({ min: 0n, max: 10n ** 15n })
    const most = 16_777_216n
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        wei,
        fc.bigInt({ min: 21_000n, max: 30_000_000n }),
        wei,
        async (base, tip, gas, rollup) => {
          const { result } = await estimating({
            eth_estimateGas: toQuantityHex(gas),
            eth_feeHistory: { baseFeePerGas: [toQuantityHex(base)] },
            eth_maxPriorityFeePerGas: toQuantityHex(tip),
            getL1Fee: word(rollup),
          })
          const more = gas === 21_000n ? gas : gas + (gas + 4n) / 5n
          const limit = gas <= most && more > most ? most : more
          expect(result).toMatchObject({
            success: {
              expected: gas * (base + tip) + rollup * 2n,
              most: limit * (base * 2n + tip) + rollup * 4n,
              transactionFields: {
                gas: toQuantityHex(limit),
                maxFeePerGas: toQuantityHex(base * 2n + tip),
                maxPriorityFeePerGas: toQuantityHex(tip),
              },
            },
          })
          expect(limit * (base * 2n + tip) + rollup * 4n).toBeGreaterThanOrEqual(
            gas * (base + tip) + rollup * 2n,
          )
        },
      ),
    )
  })
})

describe("estimateTransfer rejections", () => {
  const refusal = (code: number, text: string, data?: unknown) =>
    new ScriptedRejection(toRpcErrorResponse(code, text, data))
  const inToken = { token, amount: 5n }

  it.each([
    ["with the contract's reason", { eth_estimateGas: refusal(3, "execution reverted: paused") }, "paused"],
    ["that says no without reverting", { transfer: word(0n) }, ""],
    ["where no token stands", { balanceOf: "0x" }, ""],
    ["that has no balance to tell", { balanceOf: refusal(3, "execution reverted") }, ""],
  ])("fails with Reverts for a token %s", async (_, answers, text) => {
    expect((await estimating(answers, inToken)).result).toMatchObject({
      failure: { _tag: "TransferRejected", reason: { _tag: "Reverts", text } },
    })
  })

  it("fails with Reverts when the recipient's code reverts", async () => {
    expect((await estimating({ eth_estimateGas: refusal(3, "execution reverted") })).result).toMatchObject({
      failure: { reason: { _tag: "Reverts", text: "" } },
    })
  })

  it.each([null, token])(
    "fails with Insufficient for an amount that no balance can reach, of %s",
    async (of) => {
      const amount = 2n ** 256n
      expect((await estimating({}, { token: of, amount })).result).toMatchObject({
        failure: { _tag: "TransferRejected", reason: { _tag: "Insufficient" } },
      })
    },
  )

  it("accepts a token that returns no value", async () => {
    expect((await estimating({ transfer: "0x" }, inToken)).result).toMatchObject({ _tag: "Success" })
  })

  it.each([
    ["the currency", {}, { token: null, amount: 10n ** 18n + 1n }],
    [
      "a token, whatever its contract says",
      { eth_estimateGas: refusal(3, "execution reverted") },
      { token, amount: 10n ** 20n + 1n },
    ],
    [
      "the fee, by the node",
      { eth_estimateGas: refusal(-32000, "insufficient funds for transfer") },
      { token: null, amount: 5n },
    ],
  ])("fails with Insufficient for %s", async (_, answers, transfer) => {
    expect((await estimating(answers, transfer)).result).toMatchObject({
      failure: { _tag: "TransferRejected", reason: { _tag: "Insufficient" } },
    })
  })

  it.each([
    [{ eth_estimateGas: refusal(-32005, "limit exceeded") }],
    [{ eth_estimateGas: "much" }],
    [{ eth_getBalance: null }],
    [{ eth_estimateGas: null }],
    [{ eth_getBlockByNumber: {} }],
    [{ eth_getBlockByNumber: null }],
    [{ eth_getBalance: 1e22 }],
  ])("fails with RpcError when the node responds with %j", async (answers) => {
    expect((await estimating(answers)).result).toMatchObject({ failure: { _tag: "RpcError" } })
  })
})
