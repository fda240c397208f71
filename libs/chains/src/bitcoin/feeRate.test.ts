import { Effect, Result } from "effect"
import { describe, expect, it } from "vitest"
import { makeEsploraNode } from "../testing/esploraNode.ts"
import { fetchFeeRate } from "./feeRate.ts"

const fetchRate = (paths: Readonly<Record<string, unknown>>) =>
  Effect.runPromise(Effect.result(fetchFeeRate(makeEsploraNode(paths).rpc)))
const rateOf = async (paths: Readonly<Record<string, unknown>>) => Result.getOrThrow(await fetchRate(paths))
const mempool = (...histogram: readonly (readonly [number, number])[]) => ({ fee_histogram: histogram })

describe("fetchFeeRate, in satoshis per thousand virtual bytes", () => {
  it("returns the recommendation of mempool.space", async () => {
    expect(await rateOf({ "/v1/fees/recommended": { halfHourFee: 7.5, minimumFee: 1 } })).toBe(7_500n)
  })

  it.each([
    [{ 1: 20, 2: 15.5, 3: 12, 6: 4 }, 12_000n],
    [{ 1: 20, 2: 15.5, 6: 4 }, 15_500n],
    [{ 1: 20, 4: 11 }, 20_000n],
    [{ 1: 9_999, 3: 12 }, 12_000n],
  ])("takes from %j the estimate for three blocks, or the next faster one", async (estimates, rate) => {
    expect(await rateOf({ "/fee-estimates": estimates })).toBe(rate)
  })

  it("takes the next slower estimate, but no less than the transactions that wait require", async () => {
    const estimates = { "/fee-estimates": { 144: 5.026, 504: 2, 1008: 1 } }
    expect(await rateOf(estimates)).toBe(5_026n)
    expect(await rateOf({ ...estimates, "/mempool": mempool() })).toBe(5_026n)
    expect(
      await rateOf({ ...estimates, "/mempool": mempool([30, 1_000_000], [12, 1_900_000], [4, 1e6]) }),
    ).toBe(12_000n)
  })

  it("takes the rate from the transactions that wait when a node has no estimate", async () => {
    const none = { "/fee-estimates": {} }
    expect(await rateOf({ ...none, "/mempool": mempool() })).toBe(1_000n)
    expect(await rateOf({ ...none, "/mempool": mempool([8, 100], [3, 2_000_000]) })).toBe(1_000n)
    expect(await rateOf({ ...none, "/mempool": mempool([8, 100], [3.2, 2_999_900], [1, 1]) })).toBe(3_200n)
    expect(await rateOf({ ...none, "/mempool": mempool([0.5, 2_999_900], [0.1, 1e6]) })).toBe(1_000n)
  })

  it.each([
    ["no mempool", {}],
    ["more than three blocks in its highest rate", { "/mempool": mempool([500, 4_000_000]) }],
    ["a rate beyond any", { "/mempool": mempool([5_001, 10], [2, 3_000_000]) }],
    ["no histogram", { "/mempool": { count: 0 } }],
    ["text", { "/mempool": mempool([Number.NaN, 10]) }],
  ])("fails and says so without an estimate and with %s", async (_, paths) => {
    const read = await fetchRate({ "/fee-estimates": {}, ...paths })
    expect(Result.isFailure(read) && read.failure.reason).toEqual({ _tag: "NoFeeRate" })
  })

  it.each([0, -1, 5_001, "7", null])("fails for an estimate of %j", async (rate) => {
    const read = await fetchRate({ "/fee-estimates": { 3: rate }, "/mempool": mempool() })
    expect(Result.isFailure(read) && read.failure.reason).toMatchObject({ _tag: "Malformed" })
  })
})
