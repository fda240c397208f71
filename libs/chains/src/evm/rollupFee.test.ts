import { Effect } from "effect"
import * as fc from "fast-check"
import { decode, from as parameters } from "ox/AbiParameters"
import { fromBytes } from "ox/Hex"
import { deserialize } from "ox/TxEnvelopeEip1559"
import { describe, expect, it } from "vitest"
import { makeScriptedRpc, ScriptedRejection, toRpcErrorResponse } from "../testing/scriptedRpc.ts"
import { type Hex, toQuantityHex } from "./Hex.ts"
import { fetchDataFee, fetchRollupFee } from "./rollupFee.ts"

const to = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const word = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`

const reading = (
  answer: (oracle: string) => unknown,
  transaction: Parameters<typeof fetchDataFee>[1] = {
    chainId: 10n,
    call: { to, value: "0x5", data: "0x" },
  },
) => {
  const { asked, rpc } = makeScriptedRpc((_, [call]) =>
    typeof call === "object" && call !== null && "to" in call ? answer(String(call.to)) : undefined,
  )
  return Effect.runPromise(
    Effect.map(Effect.result(fetchDataFee(rpc, transaction)), (result) => ({ result, asked })),
  )
}

describe("fetchDataFee", () => {
  it("returns 0 without an oracle, and the oracle's fee with one", async () => {
    const none = { success: { amount: 0n, isOpStack: false } }
    expect((await reading(() => "0x")).result).toMatchObject(none)
    expect(
      (await reading(() => new ScriptedRejection(toRpcErrorResponse(3, "execution reverted")))).result,
    ).toMatchObject(none)
    expect((await reading((at) => (at.startsWith("0x42") ? word(7n) : "0x"))).result).toMatchObject({
      success: { amount: 7n, isOpStack: true },
    })
    expect((await reading((at) => (at.startsWith("0x53") ? word(9n) : "0x"))).result).toMatchObject({
      success: { amount: 9n, isOpStack: false },
    })
  })

  it.each([
    ["is over its limit", new ScriptedRejection(toRpcErrorResponse(-32005, "limit exceeded"))],
    ["sends half a word", "0x01"],
    ["sends no text", 7],
  ])("fails with RpcError when the node %s: an unread fee is not zero", async (_, answer) => {
    expect((await reading(() => answer)).result).toMatchObject({ failure: { _tag: "RpcError" } })
  })

  it("fails with RpcError when the node is unreachable", async () => {
    const { result } = await reading(() => new ScriptedRejection({ _tag: "Unreachable", detail: "cut" }))
    expect(result).toMatchObject({ failure: { _tag: "RpcError" } })
  })

  it("sends the exact unsigned transaction to the oracle", async () => {
    const bytes = fc.uint8Array({ maxLength: 200 }).map((data): Hex => fromBytes(data))
    const number = fc.bigInt({ min: 0n, max: 2n ** 128n })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 31 }), number, bytes, async (chainId, value, data) => {
        const call = { to, value: toQuantityHex(value), data }
        const { asked } = await reading(() => "0x", { chainId: BigInt(chainId), call })
        const [, [question]] = asked[0] ?? ["", []]
        const input =
          typeof question === "object" && question !== null && "data" in question ? question.data : ""
        expect(input).toMatch(/^0x49948e0e/)
        const [unsigned] = decode(parameters("bytes"), `0x${String(input).slice(10)}`)
        expect(unsigned).toMatch(/^0x02/)
        const read = deserialize(`0x02${unsigned.slice(4)}`)
        expect(read).toMatchObject({ chainId, to: to.toLowerCase() })
        expect([read.value ?? 0n, read.data ?? "0x"]).toEqual([value, data])
      }),
    )
  })
})

describe("fetchRollupFee", () => {
  const word7 = { amount: 7n, isOpStack: true }
  /** The oracle's functions by selector: the operator's fee by gas, and Mantle's ratio. */
  const asking = (
    data: Parameters<typeof fetchRollupFee>[1],
    { operator, ratio }: { readonly operator?: (gas: bigint) => unknown; readonly ratio?: unknown } = {},
  ) => {
    const { asked, rpc } = makeScriptedRpc((_, [call]) => {
      const input = typeof call === "object" && call !== null && "data" in call ? String(call.data) : ""
      const reverted = new ScriptedRejection(toRpcErrorResponse(3, "execution reverted"))
      if (input.startsWith("0x275aedd2")) return operator?.(BigInt(`0x${input.slice(10)}`)) ?? reverted
      return ratio ?? reverted
    })
    const terms = { gas: 100_000n, limit: 120_000n }
    return Effect.runPromise(
      Effect.map(Effect.result(fetchRollupFee(rpc, data, terms)), (result) => ({ result, asked })),
    )
  }

  it("adds the operator's fee: of the gas to the expected fee, of its limit to the maximum", async () => {
    expect((await asking(word7, { operator: (gas) => word(gas * 3n + 5n) })).result).toMatchObject({
      success: { expected: 7n + 300_005n, most: 14n + 360_005n },
    })
  })

  it("has no operator's fee before the upgrade Isthmus", async () => {
    expect((await asking(word7)).result).toMatchObject({ success: { expected: 7n, most: 14n } })
  })

  it("converts the fee for data to the network's currency where that is another one, as on Mantle", async () => {
    const operator = () => word(5n)
    expect((await asking(word7, { operator, ratio: word(3_000n) })).result).toMatchObject({
      success: { expected: 21_005n, most: 42_005n },
    })
  })

  it("fails with RpcError when the operator's fee cannot be read", async () => {
    const operator = () => new ScriptedRejection(toRpcErrorResponse(-32005, "limit exceeded"))
    expect((await asking(word7, { operator })).result).toMatchObject({ failure: { _tag: "RpcError" } })
  })

  it("asks nothing more on other networks", async () => {
    const { asked, result } = await asking({ amount: 9n, isOpStack: false })
    expect(result).toMatchObject({ success: { expected: 9n, most: 18n } })
    expect(asked).toEqual([])
  })
})
