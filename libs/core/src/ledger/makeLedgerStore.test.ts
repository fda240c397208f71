import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { ledgerKey } from "../storage/PersistedState.ts"
import {
  getEntries,
  getEntryState,
  getTag,
  makeLedgerOver,
  makePaymentDraft,
  open,
  pay,
  sentPayment,
  toSentOutcome,
} from "../testing/ledgerWorld.ts"
import { reach } from "../testing/reach.ts"
import { scriptedChain } from "../testing/scriptedChain.ts"
import { paid } from "../testing/storedEntries.ts"
import { maxPayments } from "./ledgerModel.ts"
import { makeLedgerRecord } from "./makeLedgerStore.ts"
import type { StoredEntry } from "./StoredEntry.ts"

describe("two tabs", () => {
  it.effect("shows the same entries in two tabs, and each other's requests as they happen", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const one = yield* makeLedgerOver(storage.tab(), chain.actions)
      const two = yield* makeLedgerOver(storage.tab(), chain.actions)
      const { answer, id, send } = yield* pay(one, chain)
      const there = yield* reach(two.entries, ({ length }) => length === 1)
      expect(there[0]).toMatchObject({ id, mine: false, state: { _tag: "Asked" } })
      expect(yield* Effect.flip(two.record(makePaymentDraft(5n)))).toMatchObject({
        _tag: "DuplicateEntry",
        entry: id,
      })
      yield* answer(toSentOutcome(send()))
      yield* reach(two.entries, (all) => getTag(all, id) === "Sent")
      chain.mine()
      yield* TestClock.adjust("8 seconds")
      expect([getEntryState(one, id), getEntryState(two, id)]).toEqual(["Confirmed", "Confirmed"])
      expect(chain.mined()).toHaveLength(1)
    }),
  )

  it.effect(
    "refuses a duplicate without storage events, because storage is read again before each write",
    () =>
      Effect.gen(function* () {
        const { chain, storage } = yield* open
        const deaf = () => {
          const { get, set, remove } = storage.tab()
          return { get, set, remove }
        }
        const one = yield* makeLedgerOver(deaf(), chain.actions)
        const two = yield* makeLedgerOver(deaf(), chain.actions)
        const first = yield* one.record(makePaymentDraft(5n))
        expect(yield* Effect.flip(two.record(makePaymentDraft(5n)))).toMatchObject({
          _tag: "DuplicateEntry",
          entry: first.id,
        })
        yield* two.record(makePaymentDraft(6n))
        yield* one.record(makePaymentDraft(7n))
        expect(getEntries(one)).toHaveLength(3)
      }),
  )

  it.effect("restores entries that another tab has overwritten", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* makeLedgerOver(storage.tab(), chain.actions)
      const { id } = yield* ledger.record(makePaymentDraft(5n))
      const other = storage.tab()
      other.watch?.(() => {})
      other.set(ledgerKey, '{"v":1,"data":[]}')
      expect(storage.held.get(ledgerKey)).toContain(id)
      other.set(ledgerKey, "not even JSON")
      expect(storage.held.get(ledgerKey)).toContain(id)
    }),
  )

  it.effect("never writes in response to another tab without end", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      let writes = 0
      const counted = () => {
        const tab = storage.tab()
        return {
          ...tab,
          set: (key: string, value: string) => {
            writes++
            tab.set(key, value)
          },
        }
      }
      const one = yield* makeLedgerOver(counted(), chain.actions)
      yield* makeLedgerOver(counted(), chain.actions)
      yield* makeLedgerOver(counted(), chain.actions)
      yield* one.record(makePaymentDraft(5n))
      expect(writes).toBe(1)
    }),
  )
})

describe("makeLedgerStore with blocked storage", () => {
  it.effect("keeps the ledger in memory", () =>
    Effect.gen(function* () {
      const chain = scriptedChain()
      const blocked = () => {
        throw new DOMException("blocked", "SecurityError")
      }
      const warnings: string[] = []
      const ledger = yield* makeLedgerOver(
        { get: blocked, set: blocked, remove: blocked },
        chain.actions,
        warnings,
      )
      const { id } = yield* sentPayment(ledger, chain)
      chain.mine()
      yield* TestClock.adjust("4 seconds")
      expect(getEntryState(ledger, id)).toBe("Confirmed")
      expect(new Set(warnings).size).toBe(1)
    }),
  )
})

describe("a ledger that is full of payments", () => {
  it.effect("says so, because the oldest are forgotten", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const payments = Array.from({ length: maxPayments - 1 }, (_, index): StoredEntry => {
        const state = { _tag: "Confirmed", hash: `0x${index}`, at: null, fee: null } as const
        return { ...paid, id: `p${index}`, at: index, network: "eip155:5", state }
      })
      makeLedgerRecord(storage.tab(), () => {}).write(payments)
      const warnings: string[] = []
      const ledger = yield* makeLedgerOver(storage.tab(), chain.actions, warnings)
      const { answer, send } = yield* pay(ledger, chain)
      yield* answer(toSentOutcome(send()))
      expect(warnings).toEqual([])
      chain.mine()
      yield* TestClock.adjust("8 seconds")
      expect(warnings).toEqual([expect.stringContaining(`${maxPayments} payments`)])
    }),
  )
})
