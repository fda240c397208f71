import { describe, expect, it } from "@effect/vitest"
import type { TransactionStatus } from "@wmodal/chains"
import { RpcError } from "@wmodal/protocol"
import { Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { getEntries, makeLedgerOver, open } from "../testing/ledgerWorld.ts"

describe("watch", () => {
  it.effect("emits each change until enough confirmations, and skips failed lookups", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* makeLedgerOver(storage.tab(), chain.actions)
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
      expect(getEntries(ledger)).toEqual([])
    }),
  )

  it.effect("ends when the transaction has expired", () =>
    Effect.gen(function* () {
      const { storage } = yield* open
      const told: TransactionStatus[] = [
        { _tag: "Pending", hash: "s1" },
        { _tag: "Missing" },
        { _tag: "Expired" },
      ]
      const left = [...told]
      const find = () => Effect.sync((): TransactionStatus => left.shift() ?? { _tag: "Missing" })
      const ledger = yield* makeLedgerOver(storage.tab(), { find })
      const watching = ledger.watch({ network: "eip155:1", hash: "s1", confirmations: 1 })
      const seen = yield* Effect.forkChild(Stream.runCollect(watching), { startImmediately: true })
      yield* TestClock.adjust("8 seconds")
      expect(yield* Fiber.join(seen)).toEqual(told)
    }),
  )

  it.effect("fails when no node is reachable", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* makeLedgerOver(storage.tab(), chain.actions)
      chain.sleep(true)
      const watching = ledger.watch({ network: "eip155:1", hash: "0x01", confirmations: 1 })
      expect(yield* Effect.flip(Stream.runDrain(watching))).toBeInstanceOf(RpcError)
    }),
  )

  it.effect("ends at once for an unknown entry", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* makeLedgerOver(storage.tab(), chain.actions)
      expect(yield* Stream.runCollect(ledger.follow("nobody's"))).toEqual([])
    }),
  )
})
