import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { router, type SwapWorld, startReviewedSwap } from "../testing/swapFixture.ts"
import { makeApprovals } from "./makeApprovals.ts"

/** A swap whose approval is mined and whose swap is not confirmed. */
const approveSwap = Effect.fnUntraced(function* (given: SwapWorld = {}) {
  const world = yield* startReviewedSwap(given)
  world.chain("Mined")
  yield* world.swap.confirm
  yield* TestClock.adjust("5 seconds")
  const [approval] = world.entries()
  if (approval === undefined) throw new Error("nothing was approved")
  return { ...world, approval, approvals: yield* makeApprovals(world.deps) }
})

describe("makeApprovals", () => {
  it.effect("takes the approval of a stopped swap back, by an approval of zero", () =>
    Effect.gen(function* () {
      const { approval, approvals, entries, sent } = yield* approveSwap()
      expect(approvals.canRevoke(approval)).toBe(true)
      const review = yield* approvals.prepareRevocation(approval.id)
      expect(review).toMatchObject({ spender: router, token: { symbol: "USDC" } })
      const entry = yield* approvals.revoke(review)
      expect(entry.subject).toMatchObject({ _tag: "Approval", amount: 0n, spender: router })
      expect(sent).toHaveLength(2)
      yield* TestClock.adjust("5 seconds")
      expect(entries().map(({ state }) => state._tag)).toEqual(["Confirmed", "Confirmed"])
      // Neither the revoked approval nor the revocation can be taken back.
      expect(entries().filter(approvals.canRevoke)).toEqual([])
    }),
  )

  it.effect("sends each revocation once", () =>
    Effect.gen(function* () {
      const { approval, approvals, sent } = yield* approveSwap()
      const review = yield* approvals.prepareRevocation(approval.id)
      yield* approvals.revoke(review)
      expect((yield* Effect.flip(approvals.revoke(review))).reason._tag).toBe("Duplicate")
      expect(sent).toHaveLength(2)
    }),
  )

  it.effect("rejects what is no approval in effect", () =>
    Effect.gen(function* () {
      const { approvals } = yield* approveSwap()
      expect((yield* Effect.flip(approvals.prepareRevocation("unknown"))).reason._tag).toBe("Changed")
    }),
  )

  it.effect("rejects a revocation whose fee the account cannot pay", () =>
    Effect.gen(function* () {
      let native = 10n ** 18n
      const spendable = (token: string | null) => (token === null ? native : 10n ** 20n)
      const { approval, approvals } = yield* approveSwap({ spendable })
      native = 2_000n
      expect((yield* Effect.flip(approvals.prepareRevocation(approval.id))).reason).toEqual({
        _tag: "Insufficient",
        of: "gas",
      })
      native = 2_001n
      expect((yield* approvals.prepareRevocation(approval.id)).fee.most).toBe(2_000n)
    }),
  )
})
