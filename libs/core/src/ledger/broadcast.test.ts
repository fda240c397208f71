import { describe, expect, it } from "@effect/vitest"
import { TransferRejected } from "@wmodal/chains"
import { BroadcastError } from "@wmodal/protocol"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { ledgerKey } from "../storage/PersistedState.ts"
import { getEntries, makeLedgerOver, open } from "../testing/ledgerWorld.ts"

describe("broadcast", () => {
  const hash = `0x${"ab".repeat(32)}`
  const request = { network: "eip155:1", raw: "0x02" } as const
  const refusal = new BroadcastError({
    hash,
    reason: { _tag: "Refused", code: -32000, text: "fee too \u202elow" },
  })
  const uncertain = new BroadcastError({ hash, reason: { _tag: "Uncertain", error: null } })

  it.effect("records signed bytes under their hash before the broadcast, and accepts repeats", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const before: unknown[] = []
      const ledger = yield* makeLedgerOver(storage.tab(), {
        ...chain.actions,
        toTransactionHash: () => hash,
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
      expect(getEntries(ledger)).toHaveLength(1)
    }),
  )

  it.effect("reports NotSent for refused bytes, unless they had been sent before", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      let answer: Effect.Effect<string, BroadcastError> = Effect.fail(refusal)
      const ledger = yield* makeLedgerOver(storage.tab(), {
        ...chain.actions,
        toTransactionHash: () => hash,
        broadcast: () => answer,
      })
      expect(yield* Effect.flip(ledger.broadcast(request))).toBe(refusal)
      expect(getEntries(ledger)[0]?.state).toEqual({ _tag: "NotSent", text: "fee too low" })
      answer = Effect.succeed(hash)
      expect((yield* ledger.broadcast(request)).state).toEqual({ _tag: "Sent", hash })
      answer = Effect.fail(refusal)
      yield* Effect.flip(ledger.broadcast(request))
      expect(getEntries(ledger)[0]?.state).toEqual({ _tag: "Sent", hash })
      expect(getEntries(ledger)).toHaveLength(1)
    }),
  )

  it.effect("looks up bytes that may have been sent", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* makeLedgerOver(storage.tab(), {
        ...chain.actions,
        toTransactionHash: () => hash,
        broadcast: () => Effect.fail(uncertain),
      })
      expect((yield* ledger.broadcast(request)).state).toEqual({ _tag: "Unanswered", hash })
      yield* TestClock.adjust("4 seconds")
      expect(chain.looks).toContain(hash)
    }),
  )

  it.effect("rejects bytes of another network and records nothing", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* makeLedgerOver(storage.tab(), { ...chain.actions, toTransactionHash: () => null })
      expect(yield* Effect.flip(ledger.broadcast(request))).toBeInstanceOf(TransferRejected)
      const elsewhere = yield* Effect.flip(ledger.broadcast({ ...request, network: "eip155:999" }))
      expect(elsewhere).toMatchObject({ reason: { _tag: "NetworkNotFound" } })
      expect(getEntries(ledger)).toEqual([])
    }),
  )
})
