import { mainnet } from "@wmodal/protocol/networks"
import { describe, expect, it } from "vitest"
import { dai, router, swapper, unknownCall, usdc } from "../testing/swapFixture.ts"
import type { SwapReview, SwapStep } from "./Swap.ts"
import { agreedAfter, worsened } from "./worsened.ts"

const call = { to: router, value: 0n, data: "0x" }

const step = (kind: SwapStep["kind"], most: bigint | null): SwapStep => ({
  kind,
  call,
  explanation: unknownCall(call),
  fee: most === null ? null : { expected: most, most, terms: {}, seconds: null },
  feeFiat: null,
  transaction: null,
})

const reviewOf = (
  of: Partial<SwapReview> & { readonly minimum?: bigint; readonly gas?: bigint } = {},
): SwapReview => {
  const { gas = 100n, minimum = 99n, ...change } = of
  return {
    account: swapper,
    network: mainnet,
    form: { slippage: 1 },
    quote: {
      source: usdc,
      destination: dai,
      amount: 100n,
      received: 100n,
      minimum,
      maximumSlippage: 1n,
      impact: 0,
      providerFee: 0n,
      gas,
      gasFiat: null,
      receivedFiat: null,
      at: 0,
    },
    router,
    path: { _tag: "Direct" },
    steps: [step("swap", 100n)],
    trial: { _tag: "Unavailable" },
    stops: [],
    until: 0,
    ...change,
  }
}

const twoSteps = (of: Parameters<typeof reviewOf>[0] = {}) =>
  reviewOf({ path: { _tag: "TwoSteps" }, steps: [step("approve", 50n), step("swap", null)], ...of })

describe("what a yes stands for", () => {
  it("is not that the network takes half as much again, where it is known and where it is reckoned", () => {
    const at = (most: bigint) => reviewOf({ steps: [step("swap", most)] })
    expect(worsened(at(100n), at(150n))).toBeNull()
    expect(worsened(at(100n), at(151n))).toEqual({ _tag: "Fee" })
    expect(worsened(twoSteps(), reviewOf({ gas: 150n, steps: [step("swap", 9_999n)] }))).toBeNull()
    expect(worsened(twoSteps(), reviewOf({ gas: 151n }))).toEqual({ _tag: "Fee" })
  })

  it("is not more steps of the same path", () => {
    const three = twoSteps({ steps: [step("reset", 50n), step("approve", null), step("swap", null)] })
    expect(worsened(twoSteps(), three)).toEqual({ _tag: "Steps" })
    expect(worsened(three, twoSteps())).toBeNull()
    expect(worsened(three, reviewOf())).toBeNull()
  })

  it("becomes better with what is shown, and no dearer", () => {
    let agreed = reviewOf()
    let most = 100n
    for (let looks = 0; looks < 3; looks++) {
      most = (most * 14n) / 10n
      const next = reviewOf({ minimum: 100n, gas: most, steps: [step("swap", most)] })
      expect(worsened(agreed, next)).toEqual(looks === 0 ? null : { _tag: "Fee" })
      if (looks === 0) agreed = agreedAfter(agreed, next)
    }
    expect(worsened(agreed, reviewOf({ minimum: 99n }))).toEqual({ _tag: "Minimum", before: 100n })
  })
})
