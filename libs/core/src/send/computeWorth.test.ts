import type { RequestWarning, ReviewedRequest } from "@wmodal/chains"
import type { CaipNetworkId } from "@wmodal/protocol"
import { solana } from "@wmodal/protocol/networks"
import { describe, expect, it } from "vitest"
import type { Holding, HoldingsState } from "../holdings/Holdings.ts"
import { computeWorth } from "./computeWorth.ts"

const usdc = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"

const makeHolding = (
  address: string | null,
  decimals: number,
  price: bigint,
  network: CaipNetworkId = solana.caipNetworkId,
): Holding => ({
  token: { network, address, symbol: "", name: "", decimals, icon: null },
  balance: 10n ** 12n,
  price: { units: price, decimals: 0 },
  value: null,
})

const makeState = (...holdings: readonly [Holding, ...Holding[]]): HoldingsState => ({
  _tag: "Held",
  holdings,
  total: null,
  stale: false,
  retryAt: 0,
  source: "api",
})

const state = makeState(makeHolding(null, 9, 200n), makeHolding(usdc, 6, 1n))

/** 1 USDC leaves. */
const trial: ReviewedRequest["trial"] = {
  _tag: "Simulated",
  changes: [
    { token: null, before: 10n ** 12n, after: 10n ** 12n },
    { token: usdc, before: 10_000_000_000n, after: 9_999_000_000n },
  ],
}

const toDollars = (
  over: {
    readonly dangers?: readonly RequestWarning[]
    readonly fee?: bigint
    readonly trial?: ReviewedRequest["trial"]
  } = {},
  held = state,
) => {
  const { dangers = [], fee = 0n } = over
  const worth = computeWorth(
    { explained: { dangers, trial: over.trial ?? trial }, fee, network: solana },
    held,
  )
  return worth && Number(worth.units) / 10 ** worth.decimals
}

describe("computeWorth", () => {
  it("adds up what leaves and the fee that the account pays", () => {
    expect(toDollars()).toBe(1)
    expect(toDollars({ fee: 49_005_000n })).toBe(1 + 9.801)
  })

  it("returns null for a fee without a price of this network", () => {
    expect(toDollars({ fee: 1n }, makeState(makeHolding(usdc, 6, 1n)))).toBe(null)
    const ether = makeHolding(null, 18, 2000n, "eip155:1")
    expect(toDollars({ fee: 1n }, makeState(ether, makeHolding(usdc, 6, 1n)))).toBe(null)
    expect(toDollars({}, makeState(makeHolding(usdc, 6, 1n)))).toBe(1)
  })

  const named = { token: usdc, symbol: "USDC", spender: "7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv" }

  it.each<RequestWarning>([
    { _tag: "LargeApproval", taking: "part", ...named },
    { _tag: "LargeApproval", taking: "everything", ...named },
    { _tag: "UnlimitedApproval", ...named },
    { _tag: "Handover", account: usdc, to: named.spender },
    { _tag: "Giveaway" },
  ])("returns null where more may leave than the balances say: $_tag", (danger) => {
    expect(toDollars({ dangers: [danger] })).toBe(null)
    expect(toDollars({ dangers: [{ _tag: "HighFee", fee: 1n }] })).toBe(1)
  })

  it("returns null for what was not simulated, or has no price", () => {
    expect(toDollars({ trial: { _tag: "Unavailable" } })).toBe(null)
    expect(toDollars({}, makeState(makeHolding(null, 9, 200n)))).toBe(null)
    expect(
      toDollars({
        trial: { _tag: "Simulated", changes: [], moves: [{ collection: "m", id: 1n, amount: -1n }] },
      }),
    ).toBe(null)
  })
})
