import { describe, expect, it } from "@effect/vitest"
import type { SimulationResult } from "@wmodal/chains"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  dai,
  findSwapToken,
  getRate,
  router,
  type SwapWorld,
  startQuotedSwap,
  toTokenCaip,
  usdc,
} from "../testing/swapFixture.ts"
import { makeSwap } from "./makeSwap.ts"

const hundred = 100_000_000n
const eth = 10n ** 18n

/** A token that accepts an approval only over an allowance of zero, or a reset to zero. */
const strictSwap = (given: Partial<SwapWorld> = {}, works = true) =>
  Effect.gen(function* () {
    let standing = hundred - 1n
    const tried: number[] = []
    const approvedIn = (data: string) => BigInt(data.split(" ")[2] ?? 0)
    const trial = (calls: readonly { readonly data: string }[]): SimulationResult => {
      tried.push(calls.length)
      let now = standing
      for (const [at, { data }] of calls.entries()) {
        if (!data.startsWith("approve")) continue
        if (now > 0n && (approvedIn(data) > 0n || !works)) return { _tag: "Reverts", at, text: "" }
        now = approvedIn(data)
      }
      return {
        _tag: "Simulated",
        changes: [
          { token: null, before: eth, after: eth },
          { token: usdc.address, before: 10n * hundred, after: 9n * hundred },
          { token: dai.address, before: 0n, after: getRate(toTokenCaip(usdc), toTokenCaip(dai), hundred) },
        ],
      }
    }
    const form = yield* startQuotedSwap({
      tryOut: ({ calls }) => Effect.sync(() => trial(calls)),
      ...given,
    })
    const allow = (amount: bigint) => {
      standing = amount
      form.allow(amount)
    }
    allow(standing)
    return { ...form, allow, tried }
  })

const batching: SwapWorld = {
  calls: {
    capabilities: () => Effect.succeed({ atomic: "supported", assetDiscovery: false }),
    sendCalls: () => Effect.succeed("0xba"),
    callsStatus: () => Effect.succeed({ status: "pending", hashes: [] }),
  },
}

describe("a token that requires a reset of its allowance", () => {
  it.effect("gets a reset first, then an exact approval, then the swap", () =>
    Effect.gen(function* () {
      const { allow, as, entries, sent, swap } = yield* strictSwap()
      yield* swap.review
      const { review } = as("Reviewing")
      expect(review.path._tag).toBe("TwoSteps")
      expect(review.steps.map(({ kind, call }) => [kind, call.data])).toMatchObject([
        ["reset", `approve ${router} 0`],
        ["approve", `approve ${router} ${hundred}`],
        ["swap", expect.any(String)],
      ])
      expect(review.steps[0].earlier).toBe(hundred - 1n)
      expect(review.steps.map(({ explanation }) => explanation.digest)).toEqual(
        review.steps.map(({ call }) => call.data),
      )
      yield* swap.confirm
      expect(as("Approving").progress).toEqual({
        reset: entries()[0]?.id,
        approval: null,
        swap: null,
      })
      expect(entries()[0]?.subject).toMatchObject({ _tag: "Approval", amount: 0n, spender: router })
      allow(0n)
      yield* TestClock.adjust(5_000)
      expect(as("Reviewing")).toMatchObject({
        worse: null,
        progress: { approval: null },
        review: { path: { _tag: "TwoSteps" }, steps: [{ kind: "approve" }, { kind: "swap" }] },
      })
      yield* swap.confirm
      allow(hundred)
      yield* TestClock.adjust(5_000)
      expect(as("Reviewing").review.steps.map(({ kind }) => kind)).toEqual(["swap"])
      yield* swap.confirm
      as("Left")
      expect(sent.length).toBe(3)
      expect(entries().map(({ subject }) => ("amount" in subject ? subject.amount : null))).toEqual([
        hundred,
        hundred,
        0n,
      ])
    }),
  )

  it.effect("gets all three in one batch when the wallet supports batches", () =>
    Effect.gen(function* () {
      const { as, swap } = yield* strictSwap(batching)
      yield* swap.review
      const { path, steps } = as("Reviewing").review
      expect([path._tag, ...steps.map(({ kind }) => kind)]).toEqual(["Batch", "reset", "approve", "swap"])
      yield* swap.confirm
      as("Left")
    }),
  )

  it.effect("gets no reset for an allowance of zero, or when a reset does not help", () =>
    Effect.gen(function* () {
      const one = yield* strictSwap()
      one.allow(0n)
      yield* one.swap.review
      expect(one.as("Reviewing").review.steps[0].kind).toBe("approve")
      expect(one.tried).toEqual([2])
      const other = yield* strictSwap({}, false)
      yield* other.swap.review
      expect(other.reason()).toEqual({ _tag: "Refused", because: "reverts" })
      expect(other.tried).toEqual([2, 3])
    }),
  )

  it.effect("awaits a pending reset after a reload, and requests it once", () =>
    Effect.gen(function* () {
      const first = yield* strictSwap()
      yield* first.swap.review
      first.chain("Missing")
      yield* first.swap.confirm
      const again = yield* makeSwap(first.deps)
      yield* again.begin
      yield* again.chooseSource(findSwapToken(again, "USDC"))
      yield* again.chooseDestination(findSwapToken(again, "DAI"))
      yield* again.typeAmount("100")
      yield* again.review
      expect(SubscriptionRef.getUnsafe(again.state)).toMatchObject({
        _tag: "Approving",
        progress: { reset: first.entries()[0]?.id, approval: null },
      })
      expect(first.sent.length).toBe(1)
    }),
  )
})
