import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { call } from "../testing/entries.ts"
import { paid } from "../testing/storedEntries.ts"
import { isSettled } from "./Ledger.ts"
import {
  hasMoreKnowledge,
  isDuplicate,
  isFullOfPayments,
  maxPayments,
  maxSettledEntries,
  mergeEntries,
  repeatWindowMs,
} from "./ledgerModel.ts"
import type { StoredEntry } from "./StoredEntry.ts"

/** A payment that was made, with everything that an entry can have. */
const payment = (at: number, change: Partial<StoredEntry> = {}): StoredEntry => ({
  ...paid,
  id: `p${at}`,
  at,
  raw: "0xab",
  state: { _tag: "Confirmed", hash: `0x${at}`, at: null, fee: null },
  ...change,
})
const paymentsFrom = (start: number, count: number, paceMs = 100) =>
  Array.from({ length: count }, (_, index) => payment(start + index * paceMs))

describe("mergeEntries", () => {
  it("keeps the newest settled entries and every unsettled one", () => {
    const settled = Array.from({ length: maxSettledEntries + 50 }, (_, at): StoredEntry => {
      return { ...paid, id: `s${at}`, at, state: { _tag: "Declined" } }
    })
    const open = Array.from({ length: 300 }, (_, at): StoredEntry => ({ ...paid, id: `o${at}`, at }))
    const all = mergeEntries(settled, open)
    expect(all.filter(({ state }) => !isSettled(state))).toHaveLength(300)
    const kept = all.filter(({ state }) => isSettled(state))
    expect(kept).toHaveLength(maxSettledEntries)
    expect(kept.at(-1)?.at).toBe(50)
    expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted((one, other) => other - one))
  })

  const made = fc.constantFrom("Confirmed", "Mined", "PartlyReverted" as const)

  it("keeps each payment that may have been made in three days, however many follow", () => {
    fc.assert(
      fc.property(fc.array(made, { minLength: maxSettledEntries + 1, maxLength: 600 }), (tags) => {
        const pace = Math.floor(repeatWindowMs / tags.length)
        let list: readonly StoredEntry[] = []
        for (let from = 0; from < tags.length; from += 50)
          list = mergeEntries(
            list,
            tags.slice(from, from + 50).map((_tag, at): StoredEntry => {
              const outcome = { hash: `0x${from + at}`, at: null, fee: null }
              return { ...paid, id: `p${from + at}`, at: (from + at) * pace, state: { _tag, ...outcome } }
            }),
          )
        expect(list).toHaveLength(tags.length)
      }),
      { numRuns: 20 },
    )
  })

  it("drops what was not paid, may be repeated or is older, beyond the newest settled entries", () => {
    const entryOf = (at: number, change: Partial<StoredEntry>): StoredEntry => ({
      ...paid,
      id: `e${at}`,
      at,
      state: { _tag: "Confirmed", hash: `0x${at}`, at: null, fee: null },
      ...change,
    })
    const start = repeatWindowMs * 2
    const newest = Array.from({ length: maxSettledEntries }, (_, at) => entryOf(start + at, {}))
    const dropped = [
      entryOf(start - 1, { state: { _tag: "Declined" } }),
      entryOf(start - 2, { subject: call }),
      entryOf(start - 3 - repeatWindowMs, {}),
    ]
    expect(mergeEntries(dropped, newest)).toEqual(mergeEntries(newest))
  })

  it("drops unsettled signatures to make space, never a payment", () => {
    const signatures = Array.from({ length: maxSettledEntries + 1 }, (_, at): StoredEntry => {
      return { ...paid, id: `m${at}`, at, transaction: null, subject: { _tag: "Message", digest: "0x" } }
    })
    expect(mergeEntries(signatures)).toHaveLength(maxSettledEntries)
    expect(mergeEntries(signatures, [{ ...paid, at: 0 }])).toHaveLength(maxSettledEntries + 1)
  })

  it("keeps each payment of the last minute when the clock was wrong for others", () => {
    const now = 1e12
    const payroll = paymentsFrom(now - 60_000, 300)
    for (const wrong of [paymentsFrom(now + 10 * repeatWindowMs, 1), paymentsFrom(now + 1e11, 150)]) {
      const kept = mergeEntries(payroll, wrong)
      expect(kept).toHaveLength(payroll.length + wrong.length)
      for (const entry of payroll) expect(kept.some((one) => one.id === entry.id)).toBe(true)
    }
  })

  it("keeps the newest payments up to its limit, and says that it is full", () => {
    const many = paymentsFrom(1e12, maxPayments + 5)
    const kept = mergeEntries(many)
    expect(kept).toHaveLength(maxPayments)
    expect(kept.at(-1)?.id).toBe(many[5]?.id)
    expect(isFullOfPayments(kept)).toBe(true)
    expect(isFullOfPayments(mergeEntries(many.slice(6)))).toBe(false)
    // What was not paid needs no place.
    const open = many.map(
      (entry): StoredEntry => ({ ...entry, id: `o${entry.id}`, state: { _tag: "Asked" } }),
    )
    expect(isFullOfPayments(mergeEntries(many.slice(6), open))).toBe(false)
    expect(mergeEntries(many, open)).toHaveLength(maxPayments + open.length)
  })

  it("keeps of old payments beyond the newest what tells their repetition, and all of one without a result", () => {
    const now = 1e12
    const newest = paymentsFrom(now, maxSettledEntries)
    const unknown = { _tag: "Mined", hash: "0x02", at: null, fee: null } as const
    const done = payment(now - 3_600_000, { told: true })
    const mined = payment(now - 3_600_001, { state: unknown })
    const old = [done, mined]
    const recent = payment(now - 60_000)
    const all = mergeEntries(newest, old, [recent])
    const get = (id: string) => all.find((entry) => entry.id === id)
    const { raw: _, ...rest } = done
    const compact = { ...rest, transaction: null, mark: null }
    expect(get(done.id)).toEqual(compact)
    expect(isDuplicate(compact, done)).toBe(true)
    for (const whole of [...newest, recent, mined]) expect(get(whole.id)).toBe(whole)
    // A tab with the whole entry has nothing to add.
    expect(mergeEntries(all, newest, old)).toEqual(all)
    expect(hasMoreKnowledge(all, [...newest, ...old, recent])).toBe(false)
  })
})
