import { expect, it } from "@effect/vitest"
import type { EntryState, LedgerEntry } from "@wmodal/core/flows"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { describe } from "vitest"
import { addUnreported, readUnreported } from "../session/unreportedEntries.ts"
import { openStateFolder, type StateFolder } from "../state/StateFolder.ts"
import { makeTemporaryFolder } from "../testing/makeTemporaryFolder.ts"
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
    readonly unreported?: string[]
    readonly folder?: StateFolder
  } = {},
) {
  const entry = makeEntry(makeEtherReview(), first)
  const entries = yield* SubscriptionRef.make<readonly LedgerEntry[]>([entry])
  const checkAgain = () => SubscriptionRef.set(entries, [{ ...entry, state: found }])
  const folder = change.folder ?? makeFolder()
  addUnreported(folder, change.unreported ?? (change.folder === undefined ? [entry.id] : []))
  return yield* Effect.flip(
    refuseUnsettledDuplicate(
      {
        context: { folder, prompts: { during: (_text, work) => work } },
        flows: { ledger: { entries, checkAgain } },
      },
      makePaymentDuplicateCheck(change.review ?? makeEtherReview()),
      change.confirm,
    ).pipe(Effect.andThen(Effect.fail("made"))),
  )
})

const makeFolder = () => openStateFolder(makeTemporaryFolder())

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

  it.effect("refuses a duplicate each time until --confirm names its hash", () =>
    Effect.gen(function* () {
      const folder = makeFolder()
      addUnreported(folder, ["entry-0001"])
      for (const states of [
        [lost, confirmed],
        [confirmed, confirmed],
        [confirmed, confirmed],
      ] as const) {
        expect(yield* runRefusal(states, { folder })).toMatchObject({ reason: { _tag: "Guard" } })
      }
      expect(yield* runRefusal([confirmed, confirmed], { folder, confirm: [hash] })).toBe("made")
      expect(readUnreported(folder)).toEqual([])
    }),
  )

  it.effect("refuses a duplicate of a payment in a block whose result no node tells", () =>
    Effect.gen(function* () {
      const mined: EntryState = { _tag: "Mined", hash, at: 1, fee: 1n }
      expect(yield* runRefusal([lost, mined])).toMatchObject({ reason: { _tag: "Guard" } })
    }),
  )

  it.effect("looks a payment in a block up again, whose result a node may tell by now", () =>
    Effect.gen(function* () {
      const mined: EntryState = { _tag: "Mined", hash, at: 1, fee: 1n }
      expect(yield* runRefusal([mined, { _tag: "Reverted", hash, at: 1, fee: 1n }])).toBe("made")
      expect(yield* runRefusal([mined, confirmed])).toMatchObject({ reason: { _tag: "Guard" } })
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
      expect(yield* runRefusal([confirmed, confirmed], { unreported: [] })).toBe("made")
    }),
  )
})
