import { mainnet } from "@wmodal/protocol/networks"
import { describe, expect, it } from "vitest"
import { dai, explainUnknownCall, router, swapper, usdc } from "../testing/swapFixture.ts"
import { findWorsening, isWorseWarning, withAgreedFees } from "./findWorsening.ts"
import type { SwapReview, SwapStep } from "./Swap.ts"

const call = { to: router, value: 0n, data: "0x" }

const step = (kind: SwapStep["kind"], most: bigint | null): SwapStep => ({
  kind,
  call,
  explanation: explainUnknownCall(call),
  fee: most === null ? null : { expected: most, most, transactionFields: {}, seconds: null },
  feeFiat: null,
  transaction: null,
})

const makeReview = (of: Partial<SwapReview> & { readonly minimum?: bigint } = {}): SwapReview => {
  const { minimum = 99n, ...change } = of
  return {
    account: swapper,
    network: mainnet,
    form: { slippage: 1, max: false },
    quote: {
      source: usdc,
      destination: dai,
      amount: 100n,
      received: 100n,
      minimum,
      maximumSlippage: 1n,
      impact: 0,
      providerFee: 0n,
      gas: 100n,
      gasFiat: null,
      amountFiat: null,
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

const twoSteps = (of: Parameters<typeof makeReview>[0] = {}) =>
  makeReview({ path: { _tag: "TwoSteps" }, steps: [step("approve", 50n), step("swap", 100n)], ...of })

describe("findWorsening", () => {
  it("reports Fee only when the fee of a step rises by more than 50%", () => {
    const at = (most: bigint) => makeReview({ steps: [step("swap", most)] })
    expect(findWorsening(at(100n), at(150n))).toBeNull()
    expect(findWorsening(at(100n), at(151n))).toEqual({ _tag: "Fee" })
    expect(findWorsening(twoSteps(), at(150n))).toBeNull()
    expect(findWorsening(twoSteps(), at(151n))).toEqual({ _tag: "Fee" })
    const sponsored = makeReview({ path: { _tag: "Batch" }, steps: [step("swap", null)] })
    expect(findWorsening(sponsored, sponsored)).toBeNull()
  })

  it("reports Steps when steps were added, and null when fewer remain", () => {
    const three = twoSteps({ steps: [step("reset", 50n), step("approve", 50n), step("swap", 100n)] })
    expect(findWorsening(twoSteps(), three)).toEqual({ _tag: "Steps" })
    expect(findWorsening(three, twoSteps())).toBeNull()
    expect(findWorsening(three, makeReview())).toBeNull()
  })

  it("reports a stop for another unknown router than the confirmed one", () => {
    const one = { _tag: "Router", router: "0xOne" } as const
    expect(isWorseWarning(one, [one])).toBe(false)
    expect(isWorseWarning({ ...one, router: "0xOther" }, [one])).toBe(true)
  })

  it("counts a higher loss at a second source as worse, and its silence after a loss", () => {
    const loss = (percent: number | null) => ({ _tag: "SecondPrice", percent }) as const
    expect(isWorseWarning(loss(10.04), [loss(10)])).toBe(false)
    expect(isWorseWarning(loss(10.1), [loss(10)])).toBe(true)
    expect(isWorseWarning(loss(null), [loss(10)])).toBe(true)
    expect(isWorseWarning(loss(10), [{ _tag: "Impact", percent: 10 }])).toBe(true)
  })

  it("adopts improvements of the shown review, but no higher fee", () => {
    let agreed = makeReview()
    let most = 100n
    for (let looks = 0; looks < 3; looks++) {
      most = (most * 14n) / 10n
      const next = makeReview({ minimum: 100n, steps: [step("swap", most)] })
      expect(findWorsening(agreed, next)).toEqual(looks === 0 ? null : { _tag: "Fee" })
      if (looks === 0) agreed = withAgreedFees(agreed, next)
    }
    expect(findWorsening(agreed, makeReview({ minimum: 99n }))).toEqual({ _tag: "Minimum", before: 100n })
  })
})
