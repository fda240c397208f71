import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { ledgerKey } from "../storage/PersistedState.ts"
import {
  declined,
  getEntries,
  getEntryState,
  getTag,
  makeLedgerOver,
  makePaymentDraft,
  open,
  pay,
  replyLost,
  sentPayment,
  toSentOutcome,
} from "../testing/ledgerWorld.ts"
import { memoryStorage } from "../testing/makeEngineOver.ts"
import { reach } from "../testing/reach.ts"
import { paid } from "../testing/storedEntries.ts"
import { maxSettledEntries } from "./ledgerModel.ts"
import { makeLedgerRecord } from "./makeLedgerStore.ts"
import type { StoredEntry } from "./StoredEntry.ts"

describe("a wallet request", () => {
  it.effect("stores the payment before the wallet receives it, without secrets", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* makeLedgerOver(storage.tab(), chain.actions)
      const entry = yield* ledger.record(makePaymentDraft(5n))
      expect(storage.held.get(ledgerKey)).toContain(entry.id)
      expect(entry).toMatchObject({ state: { _tag: "Asked" }, mine: true, at: 0 })
    }),
  )

  it.effect("emits the wallet's result once, and then the chain's", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* makeLedgerOver(storage.tab(), chain.actions)
      const { id, hash } = yield* sentPayment(ledger, chain)
      const told = yield* Effect.forkChild(Stream.runCollect(ledger.follow(id)), { startImmediately: true })
      yield* TestClock.adjust("8 seconds")
      expect(getEntryState(ledger, id)).toBe("Sent")
      chain.mine()
      yield* TestClock.adjust("4 seconds")
      const states = (yield* Fiber.join(told)).map(({ state }) => state)
      expect(states.map(({ _tag }) => _tag)).toEqual(["Sent", "Sent", "Confirmed"])
      expect(states.at(-1)).toEqual({ _tag: "Confirmed", hash, at: 1_000, fee: 1n })
    }),
  )

  it.effect("continues when its caller is interrupted, and records a late approval", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* makeLedgerOver(storage.tab(), chain.actions)
      const { answer, asking, id, send } = yield* pay(ledger, chain)
      yield* Fiber.interrupt(asking)
      yield* TestClock.adjust("10 minutes")
      expect(getEntries(ledger)[0]).toMatchObject({ mine: true, state: { _tag: "Asked" } })
      yield* answer(toSentOutcome(send()))
      yield* reach(ledger.entries, (all) => getTag(all, id) === "Sent")
      expect(getEntries(ledger)[0]?.mine).toBe(false)
    }),
  )

  it.effect("finds the payment on the chain after a minute when the wallet never responds", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* makeLedgerOver(storage.tab(), chain.actions)
      const { id, send } = yield* pay(ledger, chain)
      send()
      chain.mine()
      yield* TestClock.adjust("59 seconds")
      expect(chain.looks).toEqual([])
      expect(getEntryState(ledger, id)).toBe("Asked")
      yield* TestClock.adjust("2 seconds")
      expect(getEntryState(ledger, id)).toBe("Confirmed")
    }),
  )

  it.effect(
    "never sets Replaced while the wallet still shows the payment, even if the account sends others",
    () =>
      Effect.gen(function* () {
        const { chain, storage } = yield* open
        const ledger = yield* makeLedgerOver(storage.tab(), chain.actions)
        const { answer, asking, id, send } = yield* pay(ledger, chain)
        chain.send({ to: "0xCc" })
        chain.mine()
        yield* TestClock.adjust("5 minutes")
        expect(chain.looks.length).toBeGreaterThan(0)
        expect(getEntryState(ledger, id)).toBe("Asked")
        expect(yield* Effect.flip(ledger.record(makePaymentDraft(5n)))).toMatchObject({
          _tag: "DuplicateEntry",
          entry: id,
        })
        yield* answer(toSentOutcome(send()))
        yield* Fiber.join(asking)
        chain.mine()
        yield* TestClock.adjust("1 minute")
        expect(getEntryState(ledger, id)).toBe("Confirmed")
      }),
  )

  it.effect(
    "never sets Expired while the wallet still shows the payment, because its validity may be extended",
    () =>
      Effect.gen(function* () {
        const { chain, storage } = yield* open
        const find = () => Effect.succeed({ _tag: "Expired" } as const)
        const ledger = yield* makeLedgerOver(storage.tab(), { ...chain.actions, find })
        const { answer, asking, id } = yield* pay(ledger, chain)
        yield* TestClock.adjust("10 minutes")
        expect(getEntryState(ledger, id)).toBe("Asked")
        yield* answer(replyLost)
        yield* Fiber.join(asking)
        yield* TestClock.adjust("1 minute")
        expect(getEntryState(ledger, id)).toBe("Expired")
        // Nothing has moved or will move, so the same payment may be requested again.
        expect((yield* ledger.record(makePaymentDraft(5n))).id).not.toBe(id)
      }),
  )

  it.effect("records the time of a slow response, because the wallet may have extended the validity", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* makeLedgerOver(storage.tab(), chain.actions)
      const quick = yield* pay(ledger, chain)
      yield* TestClock.adjust("20 seconds")
      yield* quick.answer(toSentOutcome(quick.send()))
      yield* Fiber.join(quick.asking)
      expect(getEntries(ledger)[0]?.mark).not.toHaveProperty("waited")
      chain.mine()
      yield* TestClock.adjust("1 minute")
      for (const said of ["sent", "lost"] as const) {
        const slow = yield* pay(ledger, chain)
        yield* TestClock.adjust("10 minutes")
        yield* slow.answer(said === "lost" ? replyLost : toSentOutcome(slow.send()))
        yield* Fiber.join(slow.asking)
        expect(getEntries(ledger)[0]).toMatchObject({ id: slow.id, mark: { waited: "600000" } })
        chain.mine()
        yield* TestClock.adjust("1 minute")
      }
    }),
  )

  it.effect("sets NotSent when the wallet reports so, and looks up nothing", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* makeLedgerOver(storage.tab(), chain.actions)
      const { answer, asking, id } = yield* pay(ledger, chain)
      yield* answer(declined)
      expect((yield* Fiber.join(asking)).outcome).toBe(declined)
      yield* TestClock.adjust("10 minutes")
      expect(getEntryState(ledger, id)).toBe("Declined")
      expect(chain.looks).toEqual([])
    }),
  )

  it.effect("treats a wallet failure during the request as possibly sent", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* makeLedgerOver(storage.tab(), chain.actions)
      const entry = yield* ledger.record(makePaymentDraft(5n))
      const { outcome } = yield* ledger.send(entry.id, Effect.die(new Error("broken")))
      expect(outcome._tag).toBe("Unknown")
      expect(getEntryState(ledger, entry.id)).toBe("Lost")
    }),
  )
})

describe("a clock that was set back", () => {
  it.effect("keeps requests made meanwhile, though every other entry is newer", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const settled = Array.from({ length: maxSettledEntries }, (_, at): StoredEntry => {
        return { ...paid, id: `s${at}`, at: 1e12 + at, state: { _tag: "Declined" } }
      })
      makeLedgerRecord(storage.tab(), () => {}).write(settled)
      const ledger = yield* makeLedgerOver(storage.tab(), chain.actions)
      const entry = yield* ledger.record(makePaymentDraft(7n))
      expect(getEntries(ledger).map(({ id }) => id)).toContain(entry.id)
      const { entry: after } = yield* ledger.send(entry.id, Effect.succeed(declined))
      expect(after).toMatchObject({ id: entry.id, state: { _tag: "Declined" }, mine: false })
      const subject = { _tag: "Message", digest: "0x" } as const
      const note = yield* ledger.record({ ...makePaymentDraft(1n), transaction: null, subject })
      expect(yield* ledger.sign(note.id, Effect.succeed("0x01"))).toBe("0x01")
    }),
  )
})

describe("a payment with a lost response", () => {
  it.effect("finds a payment by sender and checkpoint, and refuses duplicates until then", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* makeLedgerOver(storage.tab(), chain.actions)
      const { answer, asking, id, send } = yield* pay(ledger, chain)
      chain.sleep(true)
      const hash = send()
      yield* answer(replyLost)
      yield* Fiber.join(asking)
      yield* TestClock.adjust("1 minute")
      expect(getEntryState(ledger, id)).toBe("Lost")
      const { account, subject } = makePaymentDraft(5n)
      if (subject._tag !== "Transfer") throw new Error(subject._tag)
      const same = { account, subject: { ...subject, to: "0xbb" } }
      expect(ledger.findDuplicate(same)?.id).toBe(id)
      const refused = yield* Effect.flip(ledger.record(makePaymentDraft(5n)))
      expect(refused).toMatchObject({ _tag: "DuplicateEntry", entry: id })
      // Another amount is another payment.
      yield* ledger.record(makePaymentDraft(6n))
      chain.sleep(false)
      chain.mine()
      yield* ledger.checkAgain(id)
      expect(getEntries(ledger).find((entry) => entry.id === id)?.state).toMatchObject({
        _tag: "Confirmed",
        hash,
      })
      expect(ledger.findDuplicate(same)).toBe(null)
    }),
  )

  it.effect("reports why a lookup failed, and stays unchanged", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* makeLedgerOver(storage.tab(), chain.actions)
      const { answer, asking, id } = yield* pay(ledger, chain)
      yield* answer(replyLost)
      yield* Fiber.join(asking)
      chain.sleep(true)
      expect((yield* Effect.flip(ledger.checkAgain(id)))._tag).toBe("RpcError")
      expect(getEntryState(ledger, id)).toBe("Lost")
      yield* ledger.checkAgain("nobody's")
    }),
  )

  it.effect("settles the payment by another transaction with its nonce, and by its cancellation", () =>
    Effect.gen(function* () {
      for (const [does, expected] of [
        ["something else", "Replaced"],
        ["", "Cancelled"],
      ] as const) {
        const { chain, storage } = yield* open
        const ledger = yield* makeLedgerOver(storage.tab(), chain.actions)
        const { answer, asking, id, send } = yield* pay(ledger, chain)
        const hash = send()
        yield* answer(replyLost)
        yield* Fiber.join(asking)
        yield* TestClock.adjust("5 seconds")
        expect(getEntryState(ledger, id)).toBe("Sent")
        const [first] = chain.waiting()
        if (first !== undefined) chain.displace(first, does)
        chain.mine()
        yield* TestClock.adjust("5 seconds")
        expect(getEntries(ledger)[0]?.state).toMatchObject({ _tag: expected, hash })
      }
    }),
  )

  it.effect("never matches a payment to the transaction that the wallet named for an earlier one", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* makeLedgerOver(storage.tab(), chain.actions)
      const { id, hash } = yield* sentPayment(ledger, chain)
      chain.mine()
      yield* TestClock.adjust("9 seconds")
      const again = yield* pay(ledger, chain)
      yield* again.answer(toSentOutcome(hash))
      yield* Fiber.join(again.asking)
      yield* TestClock.adjust("9 seconds")
      expect([getEntryState(ledger, id), getEntryState(ledger, again.id)]).toEqual(["Confirmed", "Lost"])
      again.send()
      chain.mine()
      yield* TestClock.adjust("9 seconds")
      expect(getEntryState(ledger, again.id)).toBe("Confirmed")
      expect(new Set(getEntries(ledger).map(({ state }) => "hash" in state && state.hash)).size).toBe(2)
    }),
  )

  it.effect("releases a transaction that the wallet has named for another payment", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const one = yield* makeLedgerOver(storage.tab(), chain.actions)
      const first = yield* pay(one, chain)
      yield* first.answer(replyLost)
      yield* Fiber.join(first.asking)
      // A tab without readable storage requests the same payment.
      const apart = memoryStorage()
      const two = yield* makeLedgerOver(apart, chain.actions)
      const second = yield* sentPayment(two, chain)
      chain.mine()
      yield* TestClock.adjust("4 seconds")
      expect([getEntryState(one, first.id), getEntryState(two, second.id)]).toEqual([
        "Confirmed",
        "Confirmed",
      ])
      storage.tab().set(ledgerKey, apart.held.get(ledgerKey) ?? "")
      expect([getEntryState(one, first.id), getEntryState(one, second.id)]).toEqual(["Lost", "Confirmed"])
      yield* TestClock.adjust("1 minute")
      expect([getEntryState(one, first.id), getEntryState(one, second.id)]).toEqual(["Replaced", "Confirmed"])
    }),
  )
})
