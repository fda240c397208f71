import { bitcoin as network } from "@wmodal/protocol/networks"
import { Effect, Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Fee } from "../contract/Transfer.ts"
import { makeEsploraNode } from "../testing/esploraNode.ts"
import { buildPayment } from "./buildPayment.ts"
import { estimatePayment } from "./estimatePayment.ts"
import { decodePsbt } from "./Psbt.ts"

const vera = "bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te"
const milo = "bc1qt3az9lwpqfvr466mezsewuzdc4d379ldv83d4c"

const estimating = (values: readonly number[], amount: bigint, rate = 20) => {
  const { rpc } = makeEsploraNode({
    [`/address/${vera}/utxo`]: values.map((value, vout) => ({
      txid: "ab".repeat(32),
      vout,
      value,
      status: { confirmed: true, block_height: 1 },
    })),
    [`/address/${vera}/txs`]: [],
    "/blocks/tip/height": "900000",
    "/v1/fees/recommended": { halfHourFee: rate, minimumFee: 1 },
  })
  return estimatePayment({ network, rpc, transfer: { from: vera, to: milo, token: null, amount } })
}

const built = (fee: Fee, amount: bigint, to = milo) =>
  decodePsbt(buildPayment({ transfer: { from: vera, to, token: null, amount }, fee })["psbt"])

const getOutputValues = (psbt: ReturnType<typeof decodePsbt>) =>
  psbt?.outputs.map(({ value }) => value) ?? null

/** Checks that the maximum of these UTXOs can be paid whole, and no unit more. */
const checkMaximum = async (values: readonly number[], rate: number) => {
  const have = BigInt(values.reduce((sum, value) => sum + value, 0))
  const estimate = (amount: bigint) => Effect.runPromise(Effect.result(estimating(values, amount, rate)))
  const all = await estimate(have)
  if (Result.isFailure(all)) {
    // No smaller amount can be paid either: the least is the dust limit.
    if (have < 294n) return "dust"
    const least = await estimate(294n)
    expect(Result.isFailure(least) || 294n + least.success.most > have).toBe(true)
    return "unpayable"
  }
  const most = have - all.success.most
  const psbt = built(all.success, most)
  expect(getOutputValues(psbt)).toEqual([most])
  expect(await estimate(most)).toMatchObject({
    success: { transactionFields: all.success.transactionFields },
  })
  for (const more of [1n, 2n, 150n, all.success.most]) {
    const found = await estimate(most + more)
    expect(Result.isFailure(found) || most + more + found.success.most > have).toBe(true)
  }
  return "paid"
}

describe("estimatePayment", () => {
  it("returns the shortfall when amount and fee exceed the balance, so that the rest can be paid", async () => {
    // One input costs 1,360 at this rate, so the UTXO of 600 is not worth spending.
    const fee = await Effect.runPromise(estimating([100_000, 600], 100_600n))
    expect([fee.expected, fee.most]).toEqual([2_200n, 2_800n])
    const psbt = built(fee, 100_600n - fee.most)
    expect(psbt?.inputs).toHaveLength(1)
    expect(getOutputValues(psbt)).toEqual([97_800n])
    // A higher amount cannot be built, and a lower one costs no more.
    expect(built(fee, 100_600n - fee.most + 1n)).toBe(null)
    const less = await Effect.runPromise(estimating([100_000, 600], 97_800n))
    expect(less.most).toBe(2_200n)
    expect(less.transactionFields).toEqual(fee.transactionFields)
  })

  it("fails with Insufficient when no UTXO is worth its fee or only dust would arrive", async () => {
    for (const [values, amount] of [
      [[600, 700], 1_000n],
      [[2_400], 2_400n],
      [[], 1_000n],
    ] as const)
      expect(await Effect.runPromise(Effect.flip(estimating(values, amount)))).toMatchObject({
        reason: { _tag: "Insufficient" },
      })
  })

  it("names a maximum that can be paid whole, and of which one unit more lacks the fee, for any UTXOs and rates", async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 300 }),
        async (values, rate) => void seen.add(await checkMaximum(values, rate)),
      ),
    )
    expect([...seen]).toEqual(expect.arrayContaining(["unpayable", "paid"]))
  })

  it("spends exactly amount, shown fee and change for any UTXOs and rates", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 5_000_000 }), { minLength: 1, maxLength: 12 }),
        fc.bigInt(294n, 10_000_000n),
        fc.integer({ min: 1, max: 300 }),
        async (values, amount, rate) => {
          const have = BigInt(values.reduce((sum, value) => sum + value, 0))
          const fee = await Effect.runPromise(
            Effect.catch(estimating(values, amount, rate), () => Effect.succeed(null)),
          )
          if (fee === null) return
          const paid = amount + fee.most > have ? have - fee.most : amount
          const psbt = built(fee, paid)
          const spent = psbt?.inputs.reduce((sum, { coin }) => sum + (coin?.value ?? 0n), 0n) ?? 0n
          const [outputs, left] = [getOutputValues(psbt) ?? [], spent - fee.expected - paid]
          expect(outputs.toSorted()).toEqual((left > 0n ? [paid, left] : [paid]).toSorted())
          expect(fee.expected).toBeLessThanOrEqual(fee.most)
          expect(left === 0n || left >= 294n).toBe(true)
        },
      ),
    )
  })
})

describe("buildPayment", () => {
  const fee = (transactionFields: Fee["transactionFields"]): Fee => ({
    expected: 1n,
    most: 1n,
    transactionFields,
    seconds: null,
  })
  const outpoint = `${"ab".repeat(32)}:0`
  const terms = { coins: `${outpoint}:50000`, fee: "1000", lockTime: "7" }

  it("returns the rest as change unless it is dust", () => {
    expect(getOutputValues(built(fee(terms), 49_000n))).toEqual([49_000n])
    expect(getOutputValues(built(fee(terms), 48_707n))).toEqual([48_707n])
    expect(getOutputValues(built(fee(terms), 48_706n))).toEqual([294n, 48_706n])
  })

  it("returns null for invalid or insufficient terms", () => {
    expect(built(fee(terms), 49_001n)).toBe(null)
    expect(built(fee(terms), 0n)).toBe(null)
    expect(built(fee(terms), 1_000n, "nobody")).toBe(null)
    for (const odd of [
      {},
      { ...terms, coins: "" },
      { ...terms, coins: `${outpoint}:50000 no` },
      { ...terms, coins: `${outpoint}:-1` },
      { ...terms, fee: "-1" },
      { ...terms, fee: null },
      { ...terms, lockTime: "soon" },
    ])
      expect(built(fee(odd), 1_000n)).toBe(null)
  })
})
