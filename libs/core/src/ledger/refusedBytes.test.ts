import { describe, expect, it } from "@effect/vitest"
import type { AwaitingBroadcast, ChainActions, TransactionStatus } from "@wmodal/chains"
import { BroadcastError } from "@wmodal/protocol"
import { Deferred, Effect, Fiber } from "effect"
import { ledgerKey } from "../storage/PersistedState.ts"
import { getEntries, makeLedgerOver, makePaymentDraft, open } from "../testing/ledgerWorld.ts"
import { makeLedgerRecord } from "./makeLedgerStore.ts"

const leave = (raw: string) => Effect.succeed<AwaitingBroadcast>({ _tag: "AwaitingBroadcast", raw })
const [original, raise] = ["0x01", "0x02"]
const toRefusal = (hash: string) =>
  new BroadcastError({ hash, reason: { _tag: "Refused", code: -32000, text: "underpriced" } })

/** A ledger whose nodes refuse `refused` alone, and find what `find` tells. The hash of bytes is the bytes. */
const page = (change: { readonly refused?: string; readonly find?: ChainActions["find"] } = {}) =>
  Effect.gen(function* () {
    const { chain, storage } = yield* open
    const sent: string[] = []
    const ledger = yield* makeLedgerOver(storage.tab(), {
      ...chain.actions,
      toTransactionHash: ({ raw }) => raw,
      readSigned: ({ raw }) => Effect.succeed({ from: "0xAa", mark: { hash: raw, fee: raw } }),
      broadcast: ({ raw }) =>
        Effect.suspend(() => {
          sent.push(raw)
          return raw === (change.refused ?? raise) ? Effect.fail(toRefusal(raw)) : Effect.succeed(raw)
        }),
      find: change.find ?? (() => Effect.succeed<TransactionStatus>({ _tag: "Missing" })),
    })
    const { id } = yield* ledger.record(makePaymentDraft(5n))
    const stored = () => makeLedgerRecord(storage.tab(), () => {}).read()[0]
    return { id, ledger, sent, storage, stored }
  })

describe("bytes that a node refuses", () => {
  it.effect("keeps the original's bytes and checkpoint when a node refuses the raise of its fee", () =>
    Effect.gen(function* () {
      const { id, ledger, stored } = yield* page()
      yield* ledger.send(id, leave(original))
      const before = stored()
      expect(before).toMatchObject({ raw: original, mark: { hash: original, fee: original } })
      yield* ledger.replace(id, leave(raise))
      expect(stored()).toMatchObject({
        raw: original,
        mark: before?.mark,
        state: { _tag: "Sent", hash: original },
      })
    }),
  )

  it.effect("sends the original bytes, and not the refused ones, when the payment is looked up again", () =>
    Effect.gen(function* () {
      const { id, ledger, sent } = yield* page()
      yield* ledger.send(id, leave(original))
      yield* ledger.replace(id, leave(raise))
      yield* ledger.checkAgain(id)
      expect(sent).toEqual([original, raise, original])
    }),
  )

  it.effect("takes no refused bytes from a tab that had read them before the refusal", () =>
    Effect.gen(function* () {
      const answer = Deferred.makeUnsafe<string, BroadcastError>()
      const { chain, storage } = yield* open
      const actions: Partial<ChainActions> = {
        ...chain.actions,
        toTransactionHash: ({ raw }) => raw,
        readSigned: ({ raw }) => Effect.succeed({ from: "0xAa", mark: { hash: raw } }),
        broadcast: ({ raw }) => (raw === raise ? Deferred.await(answer) : Effect.succeed(raw)),
        find: () => Effect.succeed<TransactionStatus>({ _tag: "Missing" }),
      }
      const ledger = yield* makeLedgerOver(storage.tab(), actions)
      const { id } = yield* ledger.record(makePaymentDraft(5n))
      yield* ledger.send(id, leave(original))
      const raising = yield* Effect.forkChild(ledger.replace(id, leave(raise)), { startImmediately: true })
      const other = yield* makeLedgerOver(storage.tab(), actions)
      const late = storage.held.get(ledgerKey) ?? ""
      expect(late).toContain(`"raw":"${raise}"`)
      yield* Deferred.fail(answer, toRefusal(raise))
      yield* Fiber.join(raising)
      // The other tab writes what it had read.
      storage.tab().set(ledgerKey, late)
      yield* other.forget("another entry")
      expect(makeLedgerRecord(storage.tab(), () => {}).read()[0]).toMatchObject({
        raw: original,
        mark: { hash: original },
        state: { _tag: "Sent", hash: original },
      })
    }),
  )

  it.effect("keeps no refused bytes of a payment whose first bytes only its wallet has", () =>
    Effect.gen(function* () {
      const { id, ledger, sent, stored } = yield* page()
      yield* ledger.send(id, Effect.succeed({ _tag: "Sent", hash: original }))
      yield* ledger.replace(id, leave(raise))
      expect(stored()).toMatchObject({ mark: null, state: { _tag: "Sent", hash: original } })
      expect(stored()).not.toHaveProperty("raw")
      yield* ledger.checkAgain(id)
      expect(sent).toEqual([raise])
    }),
  )

  it.effect("keeps the refused first bytes of a payment, by which it is found", () =>
    Effect.gen(function* () {
      const { id, ledger, stored } = yield* page({ refused: original })
      yield* ledger.send(id, leave(original))
      expect(stored()).toMatchObject({ raw: original, mark: { hash: original }, state: { _tag: "NotSent" } })
    }),
  )

  it.effect("keeps the original's bytes when the chain shows the original before the refusal", () =>
    Effect.gen(function* () {
      const { id, ledger, stored } = yield* page({
        find: () => Effect.succeed<TransactionStatus>({ _tag: "Pending", hash: original }),
      })
      yield* ledger.send(id, leave(original))
      yield* ledger.replace(
        id,
        Effect.tap(leave(raise), () => Effect.orDie(ledger.checkAgain(id))),
      )
      expect(stored()).toMatchObject({ raw: original, state: { _tag: "Sent", hash: original } })
    }),
  )

  it.effect("keeps refused bytes that the chain has all the same", () =>
    Effect.gen(function* () {
      const answer = Deferred.makeUnsafe<string, BroadcastError>()
      const { chain, storage } = yield* open
      let found: TransactionStatus = { _tag: "Missing" }
      const ledger = yield* makeLedgerOver(storage.tab(), {
        ...chain.actions,
        toTransactionHash: ({ raw }) => raw,
        broadcast: ({ raw }) => (raw === raise ? Deferred.await(answer) : Effect.succeed(raw)),
        find: () => Effect.sync(() => found),
      })
      const { id } = yield* ledger.record(makePaymentDraft(5n))
      yield* ledger.send(id, leave(original))
      const raising = yield* Effect.forkChild(ledger.replace(id, leave(raise)), { startImmediately: true })
      found = { _tag: "Pending", hash: raise }
      yield* ledger.checkAgain(id)
      yield* Deferred.fail(answer, toRefusal(raise))
      yield* Fiber.join(raising)
      expect(getEntries(ledger)[0]?.state).toEqual({ _tag: "Sent", hash: raise })
      expect(makeLedgerRecord(storage.tab(), () => {}).read()[0]).toMatchObject({ raw: raise })
    }),
  )
})
