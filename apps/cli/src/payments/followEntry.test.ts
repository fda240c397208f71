import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "@effect/vitest"
import type { TransactionStatus } from "@wmodal/chains"
import { type EntryState, getHash, isSettled, type Ledger, type LedgerEntry } from "@wmodal/core/flows"
import { RpcError, SubscriptionRef } from "@wmodal/protocol"
import { Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { describe } from "vitest"
import { addUnreported, readUnreported } from "../session/unreportedEntries.ts"
import { openStateFolder } from "../state/StateFolder.ts"
import { makeTemporaryFolder } from "../testing/makeTemporaryFolder.ts"
import { makeEntry, makeEtherReview } from "../testing/payments.ts"
import { followEntry, followToReport } from "./followEntry.ts"

const hash = `0x${"ab".repeat(32)}`
const by = `0x${"cd".repeat(32)}`
const sent: EntryState = { _tag: "Sent", hash }
const confirmed: EntryState = { _tag: "Confirmed", hash, at: 1, fee: 1n }
const mined: TransactionStatus = {
  _tag: "Mined",
  hash,
  succeeded: true,
  block: 1n,
  at: 1,
  fee: 1n,
  confirmations: 1,
}

/** A ledger with one entry whose state the test sets. */
const makeTestLedger = Effect.fnUntraced(function* (
  first: EntryState,
  standings: readonly TransactionStatus[] | "unreachable" = [],
  /** How many watches fail before the first that emits. */
  failures = 0,
) {
  const entry = makeEntry(makeEtherReview(), first)
  const entries = yield* SubscriptionRef.make<readonly LedgerEntry[]>([entry])
  const watched: number[] = []
  const ledger: Ledger = {
    entries,
    follow: () =>
      SubscriptionRef.changes(entries).pipe(
        Stream.flatMap((all) => Stream.fromIterable(all)),
        Stream.takeUntil(({ state }) => isSettled(state)),
      ),
    forget: () => Effect.void,
    checkAgain: () => Effect.void,
    findDuplicate: () => null,
    watch: ({ confirmations }) =>
      Stream.suspend(() => {
        watched.push(confirmations)
        return standings === "unreachable" || watched.length <= failures
          ? Stream.fail(new RpcError({ method: "", host: "", reason: { _tag: "NoEndpoint" } }))
          : Stream.fromIterable(standings)
      }),
    broadcast: () => Effect.succeed(entry),
  }
  const move = (state: EntryState) => SubscriptionRef.set(entries, [{ ...entry, state }])
  return { entry, ledger, move, watched }
})

const mining = { confirmations: 1, seconds: 60 }

describe("followEntry", () => {
  it.effect("reports every state once and returns the confirmed entry", () =>
    Effect.gen(function* () {
      const { entry, ledger, move } = yield* makeTestLedger(sent)
      const told: string[] = []
      const fiber = yield* Effect.forkChild(
        followEntry(ledger, entry, mining, ({ state }) => told.push(state._tag)),
        { startImmediately: true },
      )
      yield* TestClock.adjust("1 second")
      yield* move({ _tag: "Dropped", hash })
      yield* TestClock.adjust("1 second")
      yield* move(confirmed)
      expect(getHash((yield* Fiber.join(fiber)).state)).toBe(hash)
      expect(new Set(told)).toEqual(new Set(["Sent", "Dropped", "Confirmed"]))
    }),
  )

  it.effect.each([
    [{ _tag: "Reverted", hash, at: 1, fee: 1n }, "Reverted"],
    [{ _tag: "Replaced", hash, by }, "Replaced"],
    [{ _tag: "Cancelled", hash, by }, "Cancelled"],
    [{ _tag: "Expired", hash }, "Expired"],
    [{ _tag: "Mined", hash, at: 1, fee: 1n }, "ResultUnknown"],
    [{ _tag: "PartlyReverted", hash: null, at: null, fee: null }, "PartlyReverted"],
    [{ _tag: "Reverted", hash: null, at: null, fee: null }, "Reverted"],
  ] as const satisfies readonly (readonly [EntryState, string])[])(
    "fails when the entry ends as %o",
    ([state, tag]) =>
      Effect.gen(function* () {
        const { entry, ledger, move } = yield* makeTestLedger(sent)
        const fiber = yield* Effect.forkChild(Effect.flip(followEntry(ledger, entry, mining, () => {})), {
          startImmediately: true,
        })
        yield* move(state)
        expect(yield* Fiber.join(fiber)).toMatchObject({ reason: { _tag: tag } })
      }),
  )

  it.effect("times out with what is known: a node has it, had it, or could not be asked", () =>
    Effect.gen(function* () {
      for (const [standings, tag, state] of [
        [[{ _tag: "Pending", hash }], "WaitedTooLong", sent],
        [[{ _tag: "Missing" }], "Dropped", sent],
        [[], "Dropped", sent],
        [[{ _tag: "Missing" }], "Dropped", { _tag: "Dropped", hash }],
        ["unreachable", "WaitedTooLong", sent],
      ] as const) {
        const { entry, ledger } = yield* makeTestLedger(state, standings)
        const fiber = yield* Effect.forkChild(Effect.flip(followEntry(ledger, entry, mining, () => {})), {
          startImmediately: true,
        })
        yield* TestClock.adjust("59 seconds")
        expect(fiber.pollUnsafe()).toBeUndefined()
        yield* TestClock.adjust("1 second")
        expect(yield* Fiber.join(fiber)).toMatchObject({ reason: { _tag: tag, what: hash } })
      }
    }),
  )

  it.effect("searches 30 seconds for an entry without a hash, then fails with Lost", () =>
    Effect.gen(function* () {
      const waiting = { confirmations: 1, seconds: 300 }
      const lost = yield* makeTestLedger({ _tag: "Lost" })
      const giving = yield* Effect.forkChild(
        Effect.flip(followEntry(lost.ledger, lost.entry, waiting, () => {})),
        {
          startImmediately: true,
        },
      )
      yield* TestClock.adjust("30 seconds")
      expect(yield* Fiber.join(giving)).toMatchObject({ reason: { _tag: "Lost", what: lost.entry.id } })

      const found = yield* makeTestLedger({ _tag: "Lost" })
      const looking = yield* Effect.forkChild(
        followEntry(found.ledger, found.entry, waiting, () => {}),
        {
          startImmediately: true,
        },
      )
      yield* TestClock.adjust("29 seconds")
      yield* found.move(sent)
      yield* TestClock.adjust("1 minute")
      yield* found.move(confirmed)
      expect((yield* Fiber.join(looking)).state._tag).toBe("Confirmed")
    }),
  )

  it.effect("checks once whether a node has the transaction when confirmations is 0", () =>
    Effect.gen(function* () {
      const waiting = { confirmations: 0, seconds: 300 }
      const there = yield* makeTestLedger(sent, [{ _tag: "Pending", hash }])
      expect((yield* followEntry(there.ledger, there.entry, waiting, () => {})).state).toEqual(sent)
      const silent = yield* makeTestLedger(sent, "unreachable")
      expect(yield* Effect.flip(followEntry(silent.ledger, silent.entry, waiting, () => {}))).toMatchObject({
        reason: { _tag: "NotLookedUp", what: hash },
      })
      const gone = yield* makeTestLedger(sent, [{ _tag: "Missing" }])
      expect(yield* Effect.flip(followEntry(gone.ledger, gone.entry, waiting, () => {}))).toMatchObject({
        reason: { _tag: "Dropped" },
      })
    }),
  )

  it.effect("searches 30 seconds for bytes that no node has confirmed, then fails with Unanswered", () =>
    Effect.gen(function* () {
      const waiting = { confirmations: 1, seconds: 300 }
      const { entry, ledger } = yield* makeTestLedger({ _tag: "Unanswered", hash })
      const giving = yield* Effect.forkChild(Effect.flip(followEntry(ledger, entry, waiting, () => {})), {
        startImmediately: true,
      })
      yield* TestClock.adjust("29 seconds")
      expect(giving.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust("1 second")
      expect(yield* Fiber.join(giving)).toMatchObject({ reason: { _tag: "Unanswered", what: hash } })
    }),
  )

  it.effect("waits for the requested number of confirmations", () =>
    Effect.gen(function* () {
      const { entry, ledger, watched } = yield* makeTestLedger(confirmed, [mined])
      yield* followEntry(ledger, entry, { confirmations: 3, seconds: 60 }, () => {})
      expect(watched).toEqual([3])
    }),
  )

  const deep = { confirmations: 3, seconds: 60 }

  it.effect("waits for confirmations while a node refuses, and never fails with the refusal", () =>
    Effect.gen(function* () {
      const { entry, ledger, watched } = yield* makeTestLedger(confirmed, [mined], 2)
      const fiber = yield* Effect.forkChild(
        followEntry(ledger, entry, deep, () => {}),
        { startImmediately: true },
      )
      yield* TestClock.adjust("59 seconds")
      expect(yield* Fiber.join(fiber)).toEqual(entry)
      expect(watched).toEqual([3, 3, 3])
    }),
  )

  it.effect("times out with the hash of a confirmed payment while no node can be asked", () =>
    Effect.gen(function* () {
      const { entry, ledger } = yield* makeTestLedger(confirmed, "unreachable")
      const fiber = yield* Effect.forkChild(Effect.flip(followEntry(ledger, entry, deep, () => {})), {
        startImmediately: true,
      })
      yield* TestClock.adjust("60 seconds")
      expect(yield* Fiber.join(fiber)).toMatchObject({ reason: { _tag: "WaitedTooLong", what: hash } })
    }),
  )

  it.effect.each([
    [{ _tag: "Replaced", by }, "Replaced"],
    [{ _tag: "Cancelled", by }, "Cancelled"],
    [{ _tag: "Expired" }, "Expired"],
    [{ ...mined, succeeded: false }, "Reverted"],
    [{ ...mined, succeeded: null }, "ResultUnknown"],
  ] as const satisfies readonly (readonly [TransactionStatus, string])[])(
    "fails when a reorganisation during the confirmations ends it as %o",
    ([standing, tag]) =>
      Effect.gen(function* () {
        const { entry, ledger } = yield* makeTestLedger(confirmed, [mined, standing])
        const fiber = yield* Effect.forkChild(Effect.flip(followEntry(ledger, entry, deep, () => {})), {
          startImmediately: true,
        })
        yield* TestClock.adjust("60 seconds")
        expect(yield* Fiber.join(fiber)).toMatchObject({ reason: { _tag: tag } })
      }),
  )

  it.effect("says of a confirmed payment that no node has any more that it may still go through", () =>
    Effect.gen(function* () {
      const { entry, ledger } = yield* makeTestLedger(confirmed, [{ _tag: "Missing" }])
      const fiber = yield* Effect.forkChild(Effect.flip(followEntry(ledger, entry, deep, () => {})), {
        startImmediately: true,
      })
      yield* TestClock.adjust("60 seconds")
      expect(yield* Fiber.join(fiber)).toMatchObject({ reason: { _tag: "Dropped", what: hash } })
    }),
  )
})

describe("followToReport", () => {
  const follow = Effect.fnUntraced(function* (
    state: EntryState,
    {
      standings = [mined],
      waiting = mining,
    }: { standings?: TransactionStatus[]; waiting?: typeof mining } = {},
  ) {
    const folder = openStateFolder(makeTemporaryFolder())
    const { entry, ledger } = yield* makeTestLedger(state, standings)
    addUnreported(folder, [entry.id])
    const fiber = yield* Effect.forkChild(
      Effect.exit(followToReport({ folder }, ledger, entry, waiting, () => {})),
      { startImmediately: true },
    )
    yield* TestClock.adjust("60 seconds")
    yield* Fiber.join(fiber)
    return readUnreported(folder).length === 0
  })

  it.effect.each([
    confirmed,
    { _tag: "Declined" },
    { _tag: "NotSent", text: "" },
    { _tag: "Reverted", hash, at: 1, fee: 1n },
    { _tag: "Replaced", hash, by },
    { _tag: "Cancelled", hash, by },
    { _tag: "Expired", hash },
  ] as const satisfies readonly EntryState[])("records that the user knows the outcome %o", (state) =>
    Effect.gen(function* () {
      expect(yield* follow(state)).toBe(true)
    }),
  )

  it.effect.each([
    sent,
    { _tag: "Lost" },
    { _tag: "Unanswered", hash },
    { _tag: "Dropped", hash },
    { _tag: "Mined", hash, at: 1, fee: 1n },
    { _tag: "PartlyReverted", hash: null, at: null, fee: null },
  ] as const satisfies readonly EntryState[])("records nothing while the outcome is %o", (state) =>
    Effect.gen(function* () {
      expect(yield* follow(state)).toBe(false)
    }),
  )

  it.effect("records nothing of a sent payment that is not waited for", () =>
    Effect.gen(function* () {
      const waiting = { confirmations: 0, seconds: 60 }
      expect(yield* follow(sent, { standings: [{ _tag: "Pending", hash }], waiting })).toBe(false)
    }),
  )

  it.effect("records nothing of a confirmed payment whose confirmations were not awaited", () =>
    Effect.gen(function* () {
      const waiting = { confirmations: 3, seconds: 60 }
      expect(yield* follow(confirmed, { standings: [{ _tag: "Pending", hash }], waiting })).toBe(false)
    }),
  )

  it.effect("records that the user knows of a payment that a reorganisation replaced", () =>
    Effect.gen(function* () {
      const waiting = { confirmations: 3, seconds: 60 }
      expect(yield* follow(confirmed, { standings: [{ _tag: "Replaced", by }], waiting })).toBe(true)
    }),
  )

  it.effect("reports a confirmed payment also when the state folder cannot be written", () =>
    Effect.gen(function* () {
      const path = makeTemporaryFolder()
      mkdirSync(join(path, "unreported.json"))
      const { entry, ledger } = yield* makeTestLedger(confirmed)
      const folder = openStateFolder(path)
      expect(yield* followToReport({ folder }, ledger, entry, mining, () => {})).toEqual(entry)
    }),
  )
})
