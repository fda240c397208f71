import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { makeScriptedRpc } from "../testing/scriptedRpc.ts"
import { fetchReceiptFee, type ReceiptCost } from "./receiptFee.ts"

const word = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`

/** 100,000 gas at a price of 2, with the given fields and the oracle's answer. */
const charged = async (fields: Partial<ReceiptCost>, oracle: unknown = undefined) => {
  const { asked, rpc } = makeScriptedRpc((method) => (method === "eth_call" ? oracle : undefined))
  const receipt = {
    transactionHash: word(1n),
    gasUsed: 100_000n,
    blockNumber: 16n,
    effectiveGasPrice: "0x2",
    type: "0x2",
    ...fields,
  }
  return { fee: await Effect.runPromise(fetchReceiptFee(rpc, receipt)), asked }
}

describe("fetchReceiptFee", () => {
  it("returns the gas and the fee for data", async () => {
    expect((await charged({})).fee).toBe(200_000n)
    expect((await charged({ l1Fee: "0x7" })).fee).toBe(200_007n)
    expect((await charged({ type: undefined, l1Fee: null })).fee).toBe(200_000n)
  })

  it("adds the operator's constant without asking", async () => {
    const { asked, fee } = await charged({ operatorFeeScalar: "0x0", operatorFeeConstant: "0x5" })
    expect([fee, asked]).toEqual([200_005n, []])
  })

  it("adds 100 times gas and scalar since the upgrade Jovian", async () => {
    const terms = { operatorFeeScalar: "0x3", operatorFeeConstant: "0x5", daFootprintGasScalar: "0x190" }
    expect((await charged(terms)).fee).toBe(200_000n + 100_000n * 3n * 100n + 5n)
  })

  it("asks the contract in the transaction's block where the upgrade is unknown", async () => {
    const terms = { operatorFeeScalar: "0xf4240", operatorFeeConstant: "0x5" }
    const { asked, fee } = await charged(terms, word(100_005n))
    expect(fee).toBe(300_005n)
    expect(asked).toMatchObject([["eth_call", [{ data: `0x275aedd2${word(100_000n).slice(2)}` }, "0x10"]]])
  })

  it.each([
    ["the contract does not answer", { operatorFeeScalar: "0xf4240", operatorFeeConstant: "0x5" }],
    ["the operator's terms cannot be read", { operatorFeeScalar: 3, operatorFeeConstant: "0x5" }],
    ["the fee for data cannot be read", { l1Fee: "1.5" }],
    ["there is no price", { effectiveGasPrice: null }],
    ["the transaction has blobs", { type: "0x3" }],
    ["gas was paid in another currency, as on Celo", { type: "0x7b" }],
    ["another account may have paid, as on ZKsync", { type: "0x71" }],
    ["the type cannot be read", { type: 2 }],
  ])("returns null when %s", async (_, fields) => {
    expect((await charged(fields)).fee).toBeNull()
  })

  it.each([
    ["legacy", { gasPrice: "0x3" }, 300_000n],
    ["EIP-2930", { type: "0x1", gasPrice: "0x3" }, 300_000n],
    ["EIP-1559, which may have paid less", { type: "0x2", gasPrice: "0x3", maxFeePerGas: "0x3" }, null],
    ["without a price", { type: "0x0" }, null],
    ["unknown to the node", null, null],
  ] as const)("takes the price of a transaction whose receipt has none: %s", async (_, sent, fee) => {
    const { asked, rpc } = makeScriptedRpc((method) =>
      method === "eth_getTransactionByHash" ? sent : undefined,
    )
    const receipt = { transactionHash: word(1n), gasUsed: 100_000n, blockNumber: 16n }
    expect(await Effect.runPromise(fetchReceiptFee(rpc, receipt))).toBe(fee)
    expect(asked).toEqual([["eth_getTransactionByHash", [word(1n)]]])
  })
})
