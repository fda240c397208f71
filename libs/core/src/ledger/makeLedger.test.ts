import { describe, expect, it } from "@effect/vitest"
import { TransferRefused } from "@wmodal/chains"
import { BroadcastError, RpcError } from "@wmodal/protocol"
import { Effect, Exit, Fiber, Scope, Stream, SubscriptionRef } from "effect"
import { TestClock } from "effect/testing"
import { ledgerKey } from "../storage/Memory.ts"
import { memoryStorage } from "../testing/engineOver.ts"
import {
  declined,
  ledgerOver,
  openQuestion,
  payment,
  replyLost,
  sent,
  sharedStorage,
  tagOf,
} from "../testing/ledgerWorld.ts"
import { paid } from "../testing/notedFixture.ts"
import { reach } from "../testing/reach.ts"
import { scriptedChain } from "../testing/scriptedChain.ts"
import type { LedgerRoom } from "./LedgerRoom.ts"
import { type Noted, settledLimit } from "./ledgerModel.ts"
import { makeLedgerRecord } from "./ledgerRecord.ts"

const entriesOf = ({ entries }: LedgerRoom) => SubscriptionRef.getUnsafe(entries)
const stateOf = (ledger: LedgerRoom, id: string) => tagOf(entriesOf(ledger), id)

const open = Effect.sync(() => ({ chain: scriptedChain(), storage: sharedStorage() }))

/** Recorded with its mark, and asked of the wallet. */
const pay = (ledger: LedgerRoom, chain: ReturnType<typeof scriptedChain>, amount = 5n) =>
  Effect.gen(function* () {
    const mark = yield* chain.actions.mark()
    const entry = yield* ledger.record({ ...payment(amount), mark })
    const wallet = openQuestion()
    const asking = yield* Effect.forkChild(ledger.send(entry.id, wallet.question), { startImmediately: true })
    return { ...wallet, asking, id: entry.id, send: () => chain.send(payment(amount).transaction ?? {}) }
  })

const sentPayment = (ledger: LedgerRoom, chain: ReturnType<typeof scriptedChain>, amount = 5n) =>
  Effect.gen(function* () {
    const { answer, asking, id, send } = yield* pay(ledger, chain, amount)
    const hash = send()
    yield* answer(sent(hash))
    yield* Fiber.join(asking)
    return { id, hash }
  })

describe("what is asked of a wallet", () => {
  it.effect("is in storage before the wallet is asked, and nothing of it is secret", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* ledgerOver(storage.tab(), chain.actions)
      const entry = yield* ledger.record(payment(5n))
      expect(storage.held.get(ledgerKey)).toContain(entry.id)
      expect(entry).toMatchObject({ state: { _tag: "Asked" }, mine: true, at: 0 })
    }),
  )

  it.effect("is told once, by the wallet, and then by the chain", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* ledgerOver(storage.tab(), chain.actions)
      const { id, hash } = yield* sentPayment(ledger, chain)
      const told = yield* Effect.forkChild(Stream.runCollect(ledger.follow(id)), { startImmediately: true })
      yield* TestClock.adjust("8 seconds")
      expect(stateOf(ledger, id)).toBe("Sent")
      chain.mine()
      yield* TestClock.adjust("4 seconds")
      const states = (yield* Fiber.join(told)).map(({ state }) => state)
      expect(states.map(({ _tag }) => _tag)).toEqual(["Sent", "Sent", "Confirmed"])
      expect(states.at(-1)).toEqual({ _tag: "Confirmed", hash, at: 1_000, fee: 1n })
    }),
  )

  it.effect("goes on when whoever waits no longer does: a late approval is recorded", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* ledgerOver(storage.tab(), chain.actions)
      const { answer, asking, id, send } = yield* pay(ledger, chain)
      yield* Fiber.interrupt(asking)
      yield* TestClock.adjust("10 minutes")
      expect(entriesOf(ledger)[0]).toMatchObject({ mine: true, state: { _tag: "Asked" } })
      yield* answer(sent(send()))
      yield* reach(ledger.entries, (all) => tagOf(all, id) === "Sent")
      expect(entriesOf(ledger)[0]?.mine).toBe(false)
    }),
  )

  it.effect("is found on the chain though the wallet never answers, after a minute", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* ledgerOver(storage.tab(), chain.actions)
      const { id, send } = yield* pay(ledger, chain)
      send()
      chain.mine()
      yield* TestClock.adjust("59 seconds")
      expect(chain.looks).toEqual([])
      expect(stateOf(ledger, id)).toBe("Asked")
      yield* TestClock.adjust("2 seconds")
      expect(stateOf(ledger, id)).toBe("Confirmed")
    }),
  )

  it.effect("is not replaced while the wallet still shows it, whatever else the account sends", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* ledgerOver(storage.tab(), chain.actions)
      const { answer, asking, id, send } = yield* pay(ledger, chain)
      chain.send({ to: "0xCc" })
      chain.mine()
      yield* TestClock.adjust("5 minutes")
      expect(chain.looks.length).toBeGreaterThan(0)
      expect(stateOf(ledger, id)).toBe("Asked")
      expect((yield* Effect.flip(ledger.record(payment(5n)))).reason).toEqual({ _tag: "Twin", entry: id })
      yield* answer(sent(send()))
      yield* Fiber.join(asking)
      chain.mine()
      yield* TestClock.adjust("1 minute")
      expect(stateOf(ledger, id)).toBe("Confirmed")
    }),
  )

  it.effect("is not sent where the wallet says so, and then nobody looks for it", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* ledgerOver(storage.tab(), chain.actions)
      const { answer, asking, id } = yield* pay(ledger, chain)
      yield* answer(declined)
      expect((yield* Fiber.join(asking)).outcome).toBe(declined)
      yield* TestClock.adjust("10 minutes")
      expect(stateOf(ledger, id)).toBe("Declined")
      expect(chain.looks).toEqual([])
    }),
  )

  it.effect("may have left where a wallet breaks while it is asked", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* ledgerOver(storage.tab(), chain.actions)
      const entry = yield* ledger.record(payment(5n))
      const { outcome } = yield* ledger.send(entry.id, Effect.die(new Error("broken")))
      expect(outcome._tag).toBe("Unknown")
      expect(stateOf(ledger, entry.id)).toBe("Lost")
    }),
  )
})

describe("a clock that was set back", () => {
  it.effect("loses nothing of what is asked meanwhile, though everything else is newer", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const settled = Array.from({ length: settledLimit }, (_, at): Noted => {
        return { ...paid, id: `s${at}`, at: 1e12 + at, state: { _tag: "Declined" } }
      })
      makeLedgerRecord(storage.tab(), () => {}).write(settled)
      const ledger = yield* ledgerOver(storage.tab(), chain.actions)
      const entry = yield* ledger.record(payment(7n))
      expect(entriesOf(ledger).map(({ id }) => id)).toContain(entry.id)
      const { entry: after } = yield* ledger.send(entry.id, Effect.succeed(declined))
      expect(after).toMatchObject({ id: entry.id, state: { _tag: "Declined" }, mine: false })
      const subject = { _tag: "Message", digest: "0x" } as const
      const note = yield* ledger.note({ ...payment(1n), transaction: null, subject })
      expect(yield* ledger.sign(note.id, Effect.succeed("0x01"))).toBe("0x01")
    }),
  )
})

describe("a payment whose answer was lost", () => {
  it.effect("is found by sender and mark, and cannot be asked for again until then", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* ledgerOver(storage.tab(), chain.actions)
      const { answer, asking, id, send } = yield* pay(ledger, chain)
      chain.sleep(true)
      const hash = send()
      yield* answer(replyLost)
      yield* Fiber.join(asking)
      yield* TestClock.adjust("1 minute")
      expect(stateOf(ledger, id)).toBe("Lost")
      const same = { account: payment(5n).account, token: null, amount: 5n, to: "0xbb" }
      expect(ledger.twinOf(same)?.id).toBe(id)
      const refused = yield* Effect.flip(ledger.record(payment(5n)))
      expect(refused.reason).toEqual({ _tag: "Twin", entry: id })
      // Another amount is another payment.
      yield* ledger.record(payment(6n))
      chain.sleep(false)
      chain.mine()
      yield* ledger.checkAgain(id)
      expect(entriesOf(ledger).find((entry) => entry.id === id)?.state).toMatchObject({
        _tag: "Confirmed",
        hash,
      })
      expect(ledger.twinOf(same)).toBe(null)
    }),
  )

  it.effect("says why it could not be looked for, and changes nothing then", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* ledgerOver(storage.tab(), chain.actions)
      const { answer, asking, id } = yield* pay(ledger, chain)
      yield* answer(replyLost)
      yield* Fiber.join(asking)
      chain.sleep(true)
      expect((yield* Effect.flip(ledger.checkAgain(id)))._tag).toBe("RpcError")
      expect(stateOf(ledger, id)).toBe("Lost")
      yield* ledger.checkAgain("nobody's")
    }),
  )

  it.effect("is settled by another transaction in its place, and by one that takes it back", () =>
    Effect.gen(function* () {
      for (const [does, expected] of [
        ["something else", "Replaced"],
        ["", "Cancelled"],
      ] as const) {
        const { chain, storage } = yield* open
        const ledger = yield* ledgerOver(storage.tab(), chain.actions)
        const { answer, asking, id, send } = yield* pay(ledger, chain)
        const hash = send()
        yield* answer(replyLost)
        yield* Fiber.join(asking)
        yield* TestClock.adjust("5 seconds")
        expect(stateOf(ledger, id)).toBe("Sent")
        const [first] = chain.waiting()
        if (first !== undefined) chain.displace(first, does)
        chain.mine()
        yield* TestClock.adjust("5 seconds")
        expect(entriesOf(ledger)[0]?.state).toMatchObject({ _tag: expected, hash })
      }
    }),
  )

  it.effect("is not what the wallet has named for an earlier one, whatever the wallet says", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* ledgerOver(storage.tab(), chain.actions)
      const { id, hash } = yield* sentPayment(ledger, chain)
      chain.mine()
      yield* TestClock.adjust("9 seconds")
      const again = yield* pay(ledger, chain)
      yield* again.answer(sent(hash))
      yield* Fiber.join(again.asking)
      yield* TestClock.adjust("9 seconds")
      expect([stateOf(ledger, id), stateOf(ledger, again.id)]).toEqual(["Confirmed", "Lost"])
      again.send()
      chain.mine()
      yield* TestClock.adjust("9 seconds")
      expect(stateOf(ledger, again.id)).toBe("Confirmed")
      expect(new Set(entriesOf(ledger).map(({ state }) => "hash" in state && state.hash)).size).toBe(2)
    }),
  )

  it.effect("lets go of a transaction that the wallet has named for another one", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const one = yield* ledgerOver(storage.tab(), chain.actions)
      const first = yield* pay(one, chain)
      yield* first.answer(replyLost)
      yield* Fiber.join(first.asking)
      // A page that could read nothing asks for the very same.
      const apart = memoryStorage()
      const two = yield* ledgerOver(apart, chain.actions)
      const second = yield* sentPayment(two, chain)
      chain.mine()
      yield* TestClock.adjust("4 seconds")
      expect([stateOf(one, first.id), stateOf(two, second.id)]).toEqual(["Confirmed", "Confirmed"])
      storage.tab().set(ledgerKey, apart.held.get(ledgerKey) ?? "")
      expect([stateOf(one, first.id), stateOf(one, second.id)]).toEqual(["Lost", "Confirmed"])
      yield* TestClock.adjust("1 minute")
      expect([stateOf(one, first.id), stateOf(one, second.id)]).toEqual(["Replaced", "Confirmed"])
    }),
  )
})

describe("what is on its way", () => {
  it.effect("is looked for each second at first, and less often the longer it takes", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* ledgerOver(storage.tab(), chain.actions)
      const quick = yield* sentPayment(ledger, chain)
      chain.mine()
      yield* TestClock.adjust("1 second")
      expect(stateOf(ledger, quick.id)).toBe("Confirmed")
      const slow = yield* sentPayment(ledger, chain)
      yield* TestClock.adjust("30 seconds")
      chain.mine()
      yield* TestClock.adjust("1 second")
      expect(stateOf(ledger, slow.id)).toBe("Sent")
      yield* TestClock.adjust("3 seconds")
      expect(stateOf(ledger, slow.id)).toBe("Confirmed")
    }),
  )

  it.effect("is kept under its new hash when the fee is raised, also when told only by the chain", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* ledgerOver(storage.tab(), chain.actions)
      const { id } = yield* sentPayment(ledger, chain)
      yield* TestClock.adjust("4 seconds")
      const [first] = chain.waiting()
      const dearer = first === undefined ? "" : chain.reprice(first)
      chain.mine()
      yield* TestClock.adjust("4 seconds")
      expect(entriesOf(ledger)[0]?.state).toMatchObject({ _tag: "Confirmed", hash: dearer })
      expect(entriesOf(ledger)).toHaveLength(1)
      expect(stateOf(ledger, id)).toBe("Confirmed")
    }),
  )

  it.effect("is dropped when no node has it for a minute, and found again when it comes back", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* ledgerOver(storage.tab(), chain.actions)
      const { id } = yield* sentPayment(ledger, chain)
      const [first] = chain.waiting()
      if (first === undefined) throw new Error("nothing waits")
      chain.drop(first)
      yield* TestClock.adjust("50 seconds")
      expect(stateOf(ledger, id)).toBe("Sent")
      yield* TestClock.adjust("20 seconds")
      expect(stateOf(ledger, id)).toBe("Dropped")
      expect((yield* Effect.flip(ledger.record(payment(5n)))).reason).toEqual({ _tag: "Twin", entry: id })
      chain.revive(first)
      yield* ledger.checkAgain(id)
      expect(stateOf(ledger, id)).toBe("Sent")
      chain.mine()
      yield* ledger.checkAgain(id)
      expect(stateOf(ledger, id)).toBe("Confirmed")
    }),
  )

  it.effect("is watched for a while after it is confirmed, so that a block that never was is noticed", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* ledgerOver(storage.tab(), chain.actions)
      const { id } = yield* sentPayment(ledger, chain)
      chain.mine()
      yield* TestClock.adjust("4 seconds")
      expect(stateOf(ledger, id)).toBe("Confirmed")
      chain.reorganise(true)
      yield* TestClock.adjust("24 seconds")
      expect(stateOf(ledger, id)).toBe("Confirmed")
      yield* TestClock.adjust("12 seconds")
      expect(stateOf(ledger, id)).toBe("Sent")
      chain.mine()
      yield* TestClock.adjust("12 seconds")
      expect(stateOf(ledger, id)).toBe("Confirmed")
    }),
  )

  it.effect("is left alone once it is final, and then nothing runs", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* ledgerOver(storage.tab(), chain.actions)
      yield* sentPayment(ledger, chain)
      for (let block = 0; block < 6; block++) chain.mine()
      yield* TestClock.adjust("4 seconds")
      const looks = chain.looks.length
      yield* TestClock.adjust("1 hour")
      expect(chain.looks).toHaveLength(looks)
    }),
  )

  it.effect("is looked for less and less often while nobody has it", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* ledgerOver(storage.tab(), chain.actions)
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

  it.effect("is followed up to 99 at once, and the next one as soon as there is room", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* ledgerOver(storage.tab(), chain.actions)
      for (let amount = 1n; amount <= 101n; amount++) {
        yield* sentPayment(ledger, chain, amount)
        yield* TestClock.adjust(1)
      }
      expect(entriesOf(ledger)).toHaveLength(101)
      yield* TestClock.adjust("4 seconds")
      chain.looks.length = 0
      yield* TestClock.adjust("4 seconds")
      expect(new Set(chain.looks).size).toBe(99)
      for (let block = 0; block < 6; block++) chain.mine()
      yield* TestClock.adjust("8 seconds")
      expect(entriesOf(ledger).every(({ state }) => state._tag === "Confirmed")).toBe(true)
    }),
  )

  it.effect("is left to the next page when this one ends, and no look of it remains", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const scope = yield* Scope.make()
      const ledger = yield* Scope.provide(ledgerOver(storage.tab(), chain.actions), scope)
      const { id, send } = yield* pay(ledger, chain)
      yield* Scope.close(scope, Exit.void)
      expect(storage.tabs.size).toBe(0)
      send()
      yield* TestClock.adjust("1 hour")
      expect(chain.looks).toEqual([])
      const next = yield* ledgerOver(storage.tab(), chain.actions)
      expect(entriesOf(next)[0]).toMatchObject({ id, mine: false, state: { _tag: "Asked" } })
      expect(next.twinOf({ account: "eip155:1:0xAa", token: null, amount: 5n, to: "0xBb" })?.id).toBe(id)
      chain.mine()
      yield* TestClock.adjust("4 seconds")
      expect(stateOf(next, id)).toBe("Confirmed")
    }),
  )
})

describe("two tabs", () => {
  it.effect("show the same, and each sees what the other asked for as it happens", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const one = yield* ledgerOver(storage.tab(), chain.actions)
      const two = yield* ledgerOver(storage.tab(), chain.actions)
      const { answer, id, send } = yield* pay(one, chain)
      const there = yield* reach(two.entries, ({ length }) => length === 1)
      expect(there[0]).toMatchObject({ id, mine: false, state: { _tag: "Asked" } })
      expect((yield* Effect.flip(two.record(payment(5n)))).reason).toEqual({ _tag: "Twin", entry: id })
      yield* answer(sent(send()))
      yield* reach(two.entries, (all) => tagOf(all, id) === "Sent")
      chain.mine()
      yield* TestClock.adjust("8 seconds")
      expect([stateOf(one, id), stateOf(two, id)]).toEqual(["Confirmed", "Confirmed"])
      expect(chain.mined()).toHaveLength(1)
    }),
  )

  it.effect("refuse a twin though they hear of nothing: storage is read again before it is written", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const deaf = () => {
        const { get, set, remove } = storage.tab()
        return { get, set, remove }
      }
      const one = yield* ledgerOver(deaf(), chain.actions)
      const two = yield* ledgerOver(deaf(), chain.actions)
      const first = yield* one.record(payment(5n))
      expect((yield* Effect.flip(two.record(payment(5n)))).reason).toEqual({ _tag: "Twin", entry: first.id })
      yield* two.record(payment(6n))
      yield* one.record(payment(7n))
      expect(entriesOf(one)).toHaveLength(3)
    }),
  )

  it.effect("put back what another one has written over", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* ledgerOver(storage.tab(), chain.actions)
      const { id } = yield* ledger.record(payment(5n))
      const other = storage.tab()
      other.watch?.(() => {})
      other.set(ledgerKey, '{"v":1,"data":[]}')
      expect(storage.held.get(ledgerKey)).toContain(id)
      other.set(ledgerKey, "not even JSON")
      expect(storage.held.get(ledgerKey)).toContain(id)
    }),
  )

  it.effect("never write in answer to each other without end", () =>
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
      const one = yield* ledgerOver(counted(), chain.actions)
      yield* ledgerOver(counted(), chain.actions)
      yield* ledgerOver(counted(), chain.actions)
      yield* one.record(payment(5n))
      expect(writes).toBe(1)
    }),
  )
})

describe("where storage is blocked", () => {
  it.effect("the ledger goes on in memory", () =>
    Effect.gen(function* () {
      const chain = scriptedChain()
      const blocked = () => {
        throw new DOMException("blocked", "SecurityError")
      }
      const warnings: string[] = []
      const ledger = yield* ledgerOver(
        { get: blocked, set: blocked, remove: blocked },
        chain.actions,
        warnings,
      )
      const { id } = yield* sentPayment(ledger, chain)
      chain.mine()
      yield* TestClock.adjust("4 seconds")
      expect(stateOf(ledger, id)).toBe("Confirmed")
      expect(new Set(warnings).size).toBe(1)
    }),
  )
})

describe("signed bytes", () => {
  const hash = `0x${"ab".repeat(32)}`
  const request = { network: "eip155:1", raw: "0x02" } as const
  const refusal = new BroadcastError({
    hash,
    reason: { _tag: "Refused", why: "Other", code: -32000, text: "fee too \u202elow" },
  })
  const uncertain = new BroadcastError({ hash, reason: { _tag: "Uncertain", error: null } })

  it.effect("are recorded under their hash before they leave, as often as one likes", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const before: unknown[] = []
      const ledger = yield* ledgerOver(storage.tab(), {
        ...chain.actions,
        hashOf: () => hash,
        broadcast: () =>
          Effect.sync(() => {
            before.push(storage.held.get(ledgerKey)?.includes(hash))
            return hash
          }),
      })
      const entry = yield* ledger.broadcast(request)
      expect(entry).toMatchObject({ subject: { _tag: "Raw" }, state: { _tag: "Sent", hash }, mine: false })
      expect((yield* ledger.broadcast(request)).id).toBe(entry.id)
      expect(before).toEqual([true, true])
      expect(entriesOf(ledger)).toHaveLength(1)
    }),
  )

  it.effect("that a node has refused have not left, unless they had before", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      let answer: Effect.Effect<string, BroadcastError> = Effect.fail(refusal)
      const ledger = yield* ledgerOver(storage.tab(), {
        ...chain.actions,
        hashOf: () => hash,
        broadcast: () => answer,
      })
      expect(yield* Effect.flip(ledger.broadcast(request))).toBe(refusal)
      expect(entriesOf(ledger)[0]?.state).toEqual({ _tag: "NotSent", text: "fee too low" })
      answer = Effect.succeed(hash)
      expect((yield* ledger.broadcast(request)).state).toEqual({ _tag: "Sent", hash })
      answer = Effect.fail(refusal)
      yield* Effect.flip(ledger.broadcast(request))
      expect(entriesOf(ledger)[0]?.state).toEqual({ _tag: "Sent", hash })
      expect(entriesOf(ledger)).toHaveLength(1)
    }),
  )

  it.effect("that may have left are looked for", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* ledgerOver(storage.tab(), {
        ...chain.actions,
        hashOf: () => hash,
        broadcast: () => Effect.fail(uncertain),
      })
      expect((yield* ledger.broadcast(request)).state).toEqual({ _tag: "Sent", hash })
      yield* TestClock.adjust("4 seconds")
      expect(chain.looks).toContain(hash)
    }),
  )

  it.effect("of another network are none, and nothing is recorded of them", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* ledgerOver(storage.tab(), { ...chain.actions, hashOf: () => null })
      expect(yield* Effect.flip(ledger.broadcast(request))).toBeInstanceOf(TransferRefused)
      const elsewhere = yield* Effect.flip(ledger.broadcast({ ...request, network: "eip155:999" }))
      expect(elsewhere).toMatchObject({ reason: { _tag: "NetworkNotFound" } })
      expect(entriesOf(ledger)).toEqual([])
    }),
  )
})

describe("watching a transaction of any origin", () => {
  it.effect("tells each change until enough blocks stand on it, past looks that fail", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* ledgerOver(storage.tab(), chain.actions)
      const hash = chain.send({ to: "0xCc" })
      const watching = ledger.watch({ network: "eip155:1", hash, confirmations: 2 })
      const seen = yield* Effect.forkChild(Stream.runCollect(watching), { startImmediately: true })
      yield* TestClock.adjust("8 seconds")
      chain.sleep(true)
      yield* TestClock.adjust("8 seconds")
      chain.sleep(false)
      chain.mine()
      yield* TestClock.adjust("8 seconds")
      chain.mine()
      yield* TestClock.adjust("4 seconds")
      const all = yield* Fiber.join(seen)
      expect(all.map(({ _tag }) => _tag)).toEqual(["Pending", "Mined", "Mined"])
      expect(entriesOf(ledger)).toEqual([])
    }),
  )

  it.effect("fails where nobody can be asked at all", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* ledgerOver(storage.tab(), chain.actions)
      chain.sleep(true)
      const watching = ledger.watch({ network: "eip155:1", hash: "0x01", confirmations: 1 })
      expect(yield* Effect.flip(Stream.runDrain(watching))).toBeInstanceOf(RpcError)
    }),
  )

  it.effect("ends at once for an entry that is not there", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* ledgerOver(storage.tab(), chain.actions)
      expect(yield* Stream.runCollect(ledger.follow("nobody's"))).toEqual([])
    }),
  )
})
