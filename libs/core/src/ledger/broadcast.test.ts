import { describe, expect, it } from "@effect/vitest"
import { TransferRefused } from "@wmodal/chains"
import { BroadcastError } from "@wmodal/protocol"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { ledgerKey } from "../storage/Memory.ts"
import { entriesOf, ledgerOver, open } from "../testing/ledgerWorld.ts"

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
