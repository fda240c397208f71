import { expect, it } from "@effect/vitest"
import type { EntryState, LedgerEntry } from "@wmodal/core/flows"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { describe } from "vitest"
import { makeEntry, makeEtherReview } from "../testing/payments.ts"
import { makePaymentDuplicateCheck, refuseUnsettledDuplicate } from "./unsettledDuplicates.ts"

const hash = `0x${"ab".repeat(32)}`
const confirmed: EntryState = { _tag: "Confirmed", hash, at: 1, fee: 1n }

/** Runs the check on a ledger with one entry, which becomes `found` when it is looked up. */
const runRefusal = Effect.fnUntraced(function* (
  [first, found]: readonly [EntryState, EntryState],
  change: {
    readonly review?: ReturnType<typeof makeEtherReview>
    readonly confirm?: string[]
    readonly open?: string[]
  } = {},
) {
  const entry = makeEntry(makeEtherReview(), first)
  const entries = yield* SubscriptionRef.make<readonly LedgerEntry[]>([entry])
  const checkAgain = () => SubscriptionRef.set(entries, [{ ...entry, state: found }])
  return yield* Effect.flip(
    refuseUnsettledDuplicate(
      {
        context: { prompts: { during: (_text, work) => work } },
        flows: { ledger: { entries, checkAgain } },
        earlier: new Set(change.open ?? [entry.id]),
      },
      makePaymentDuplicateCheck(change.review ?? makeEtherReview()),
      change.confirm,
    ).pipe(Effect.andThen(Effect.fail("made"))),
  )
})

const lost: EntryState = { _tag: "Lost" }

describe("refuseUnsettledDuplicate", () => {
  it.effect("refuses a duplicate of a confirmed payment unless --confirm names its hash", () =>
    Effect.gen(function* () {
      expect(yield* runRefusal([lost, confirmed])).toMatchObject({
        reason: {
          _tag: "Guard",
          message: expect.stringContaining(hash),
          hint: expect.stringContaining(`--confirm ${hash}`),
        },
      })
      expect(yield* runRefusal([confirmed, confirmed])).toMatchObject({ reason: { _tag: "Guard" } })
      expect(yield* runRefusal([lost, confirmed], { confirm: [hash] })).toBe("made")
    }),
  )

  it.effect("refuses a duplicate of a payment whose status is still unknown", () =>
    Effect.gen(function* () {
      expect(yield* runRefusal([lost, lost], { confirm: ["entry-0001"] })).toMatchObject({
        reason: { _tag: "Duplicate", entry: "entry-0001" },
      })
    }),
  )

  it.effect("accepts a duplicate of a reverted payment and any other payment", () =>
    Effect.gen(function* () {
      expect(yield* runRefusal([lost, { _tag: "Reverted", hash, at: 1, fee: 1n }])).toBe("made")
      expect(yield* runRefusal([lost, lost], { review: makeEtherReview({ amount: 1n }) })).toBe("made")
      // The earlier run had already reported the confirmation.
      expect(yield* runRefusal([confirmed, confirmed], { open: [] })).toBe("made")
    }),
  )
})
