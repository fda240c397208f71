import { describe, expect, it } from "@effect/vitest"
import type { ChainActions } from "@wmodal/chains"
import { Clock, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import {
  getEntries,
  getEntryState,
  makeLedgerOver,
  makePaymentDraft,
  open,
  pay,
  replyLost,
  sentPayment,
} from "../testing/ledgerWorld.ts"

describe("a pending entry", () => {
  it.effect("polls a payment each second at first, and less often later", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* makeLedgerOver(storage.tab(), chain.actions)
      const quick = yield* sentPayment(ledger, chain)
      chain.mine()
      yield* TestClock.adjust("1 second")
      expect(getEntryState(ledger, quick.id)).toBe("Confirmed")
      const slow = yield* sentPayment(ledger, chain)
      yield* TestClock.adjust("30 seconds")
      chain.mine()
      yield* TestClock.adjust("1 second")
      expect(getEntryState(ledger, slow.id)).toBe("Sent")
      yield* TestClock.adjust("3 seconds")
      expect(getEntryState(ledger, slow.id)).toBe("Confirmed")
    }),
  )

  it.effect(
    "keeps a payment under its new hash when the fee is raised, also when only the chain reports it",
    () =>
      Effect.gen(function* () {
        const { chain, storage } = yield* open
        const ledger = yield* makeLedgerOver(storage.tab(), chain.actions)
        const { id } = yield* sentPayment(ledger, chain)
        yield* TestClock.adjust("4 seconds")
        const [first] = chain.waiting()
        const dearer = first === undefined ? "" : chain.reprice(first)
        chain.mine()
        yield* TestClock.adjust("4 seconds")
        expect(getEntries(ledger)[0]?.state).toMatchObject({ _tag: "Confirmed", hash: dearer })
        expect(getEntries(ledger)).toHaveLength(1)
        expect(getEntryState(ledger, id)).toBe("Confirmed")
      }),
  )

  it.effect.each([
    [23, 1, "Confirmed"],
    [25, 0, "Mined"],
  ] as const)("looks once at a result that was unknown %d hours ago, when it starts", ([hours, looks, tag]) =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      let asked = 0
      let succeeded: true | null = null
      const find: ChainActions["find"] = (query) =>
        Effect.map(chain.actions.find(query), (status) => {
          asked++
          return status._tag === "Mined" ? { ...status, succeeded, confirmations: 6 } : status
        })
      const enter = makeLedgerOver(storage.tab(), { ...chain.actions, find })
      const scope = yield* Scope.make()
      const { id } = yield* sentPayment(yield* Scope.provide(enter, scope), chain)
      chain.mine()
      yield* TestClock.adjust("10 minutes")
      yield* Scope.close(scope, Exit.void)
      yield* TestClock.adjust(`${hours} hours`)
      succeeded = true
      asked = 0
      const ledger = yield* enter
      yield* TestClock.adjust("10 minutes")
      expect([getEntryState(ledger, id), asked]).toEqual([tag, looks])
    }),
  )

  it.effect("sets Dropped when no node has the payment for a minute, and finds it again later", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* makeLedgerOver(storage.tab(), chain.actions)
      const { id } = yield* sentPayment(ledger, chain)
      const [first] = chain.waiting()
      if (first === undefined) throw new Error("nothing waits")
      chain.drop(first)
      yield* TestClock.adjust("50 seconds")
      expect(getEntryState(ledger, id)).toBe("Sent")
      yield* TestClock.adjust("20 seconds")
      expect(getEntryState(ledger, id)).toBe("Dropped")
      expect(yield* Effect.flip(ledger.record(makePaymentDraft(5n)))).toMatchObject({
        _tag: "DuplicateEntry",
        entry: id,
      })
      chain.revive(first)
      yield* ledger.checkAgain(id)
      expect(getEntryState(ledger, id)).toBe("Sent")
      chain.mine()
      yield* ledger.checkAgain(id)
      expect(getEntryState(ledger, id)).toBe("Confirmed")
    }),
  )

  it.effect("polls what owners may sign days later once a minute at last, and confirms it", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      let asked = 0
      let isSigned = false
      const find: ChainActions["find"] = (query) =>
        isSigned
          ? chain.actions.find(query)
          : Effect.sync(() => {
              asked++
              const { hash, mark } = query.sought
              return { _tag: "Pending", hash: hash ?? "", mark: { ...mark, searched: `0x${asked}` } }
            })
      const ledger = yield* makeLedgerOver(storage.tab(), { ...chain.actions, find })
      const { id } = yield* sentPayment(ledger, chain)
      yield* TestClock.adjust("20 minutes")
      asked = 0
      yield* TestClock.adjust("1 hour")
      expect([getEntryState(ledger, id), asked]).toEqual(["Sent", 60])
      expect(getEntries(ledger)[0]?.mark?.["searched"]).toBeDefined()
      isSigned = true
      chain.mine()
      yield* TestClock.adjust("1 minute")
      expect(getEntryState(ledger, id)).toBe("Confirmed")
    }),
  )

  it.effect("polls for a while after the confirmation, so that a reorganised block is noticed", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* makeLedgerOver(storage.tab(), chain.actions)
      const { id } = yield* sentPayment(ledger, chain)
      chain.mine()
      yield* TestClock.adjust("4 seconds")
      expect(getEntryState(ledger, id)).toBe("Confirmed")
      chain.reorganise(true)
      yield* TestClock.adjust("24 seconds")
      expect(getEntryState(ledger, id)).toBe("Confirmed")
      yield* TestClock.adjust("12 seconds")
      expect(getEntryState(ledger, id)).toBe("Sent")
      chain.mine()
      yield* TestClock.adjust("12 seconds")
      expect(getEntryState(ledger, id)).toBe("Confirmed")
    }),
  )

  it.effect("stops polling once the payment is final, and leaves no fiber", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* makeLedgerOver(storage.tab(), chain.actions)
      yield* sentPayment(ledger, chain)
      for (let block = 0; block < 6; block++) chain.mine()
      yield* TestClock.adjust("4 seconds")
      const looks = chain.looks.length
      yield* TestClock.adjust("1 hour")
      expect(chain.looks).toHaveLength(looks)
    }),
  )

  it.effect("polls less and less often while no node has the payment", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* makeLedgerOver(storage.tab(), chain.actions)
      const { answer, asking } = yield* pay(ledger, chain)
      yield* answer(replyLost)
      yield* Fiber.join(asking)
      yield* TestClock.adjust("1 minute")
      expect(chain.looks.length).toBeGreaterThan(8)
      yield* TestClock.adjust("10 minutes")
      const early = chain.looks.length
      yield* TestClock.adjust("1 hour")
      expect(chain.looks.length - early).toBe(60)
    }),
  )

  // The time of a later entry is the clock's, and storage takes whole milliseconds only.
  it.effect("polls at whole milliseconds", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const times: number[] = []
      const ledger = yield* makeLedgerOver(storage.tab(), {
        ...chain.actions,
        find: (query) =>
          Effect.andThen(
            Effect.map(Clock.currentTimeMillis, (now) => times.push(now)),
            chain.actions.find(query),
          ),
      })
      yield* sentPayment(ledger, chain)
      yield* TestClock.adjust("30 seconds")
      expect(times.length).toBeGreaterThan(8)
      expect(times).toEqual(times.map(Math.round))
    }),
  )

  it.effect(
    "tracks at most 99 payments at once, and the next one as soon as a slot is free",
    () =>
      Effect.gen(function* () {
        const { chain, storage } = yield* open
        const ledger = yield* makeLedgerOver(storage.tab(), chain.actions)
        for (let amount = 1n; amount <= 101n; amount++) {
          yield* sentPayment(ledger, chain, amount)
          yield* TestClock.adjust(1)
        }
        expect(getEntries(ledger)).toHaveLength(101)
        yield* TestClock.adjust("4 seconds")
        chain.looks.length = 0
        yield* TestClock.adjust("4 seconds")
        expect(new Set(chain.looks).size).toBe(99)
        for (let block = 0; block < 6; block++) chain.mine()
        yield* TestClock.adjust("8 seconds")
        expect(getEntries(ledger).every(({ state }) => state._tag === "Confirmed")).toBe(true)
      }),
    30_000,
  )

  it.effect("leaves a payment to the next page load when the engine ends, without pending lookups", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const scope = yield* Scope.make()
      const ledger = yield* Scope.provide(makeLedgerOver(storage.tab(), chain.actions), scope)
      const { id, send } = yield* pay(ledger, chain)
      yield* Scope.close(scope, Exit.void)
      expect(storage.tabs.size).toBe(0)
      send()
      yield* TestClock.adjust("1 hour")
      expect(chain.looks).toEqual([])
      const next = yield* makeLedgerOver(storage.tab(), chain.actions)
      expect(getEntries(next)[0]).toMatchObject({ id, mine: false, state: { _tag: "Asked" } })
      expect(next.findDuplicate(makePaymentDraft(5n))?.id).toBe(id)
      chain.mine()
      yield* TestClock.adjust("4 seconds")
      expect(getEntryState(next, id)).toBe("Confirmed")
    }),
  )
})
