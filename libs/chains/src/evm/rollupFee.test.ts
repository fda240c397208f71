import { Effect } from "effect"
import * as fc from "fast-check"
import { decode, from as parameters } from "ox/AbiParameters"
import { fromBytes } from "ox/Hex"
import { deserialize } from "ox/TxEnvelopeEip1559"
import { describe, expect, it } from "vitest"
import { makeScriptedRpc, ScriptedRejection, toRpcErrorResponse } from "../testing/scriptedRpc.ts"
import { type Hex, toQuantityHex } from "./Hex.ts"
import { fetchRollupFee } from "./rollupFee.ts"

const to = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const word = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`

const reading = (
  answer: (oracle: string) => unknown,
  transaction: Parameters<typeof fetchRollupFee>[1] = {
    chainId: 10n,
    call: { to, value: "0x5", data: "0x" },
  },
) => {
  const { asked, rpc } = makeScriptedRpc((_, [call]) =>
    typeof call === "object" && call !== null && "to" in call ? answer(String(call.to)) : undefined,
  )
  return Effect.runPromise(
    Effect.map(Effect.result(fetchRollupFee(rpc, transaction)), (result) => ({ result, asked })),
  )
}

describe("fetchRollupFee", () => {
  it("returns 0 without an oracle, and the oracle's fee with one", async () => {
    const none = { success: { expected: 0n, most: 0n } }
    expect((await reading(() => "0x")).result).toMatchObject(none)
    expect(
      (await reading(() => new ScriptedRejection(toRpcErrorResponse(3, "execution reverted")))).result,
    ).toMatchObject(none)
    expect((await reading((at) => (at.startsWith("0x42") ? word(7n) : "0x"))).result).toMatchObject({
      success: { expected: 7n, most: 14n },
    })
    expect((await reading((at) => (at.startsWith("0x53") ? word(9n) : "0x"))).result).toMatchObject({
      success: { expected: 9n, most: 18n },
    })
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
