import { describe, expect, it } from "@effect/vitest"
import type { CallsStatus, ChainActions } from "@wmodal/chains"
import { toPlainAddress } from "@wmodal/protocol"
import { Effect, Exit, Scope } from "effect"
import { TestClock } from "effect/testing"
import { batchWallet } from "../testing/batchWallet.ts"
import { swap } from "../testing/entries.ts"
import { getEntries, getEntryState, makeLedgerOver, makePaymentDraft, open } from "../testing/ledgerWorld.ts"
import type { EntryDraft } from "./LedgerWriter.ts"

const draft: EntryDraft = { ...makePaymentDraft(5n), subject: swap, batch: "0xb1" }
const does = { to: "the batch" }

/** A batch whose wallet has named its bundle, which is still pending. `id`: the wallet's own one. */
const sentBatch = (
  change: { readonly id?: string; readonly succeeded?: false | null; readonly accountFailed?: true } = {},
) =>
  Effect.gen(function* () {
    const { chain, storage } = yield* open
    const wallet = batchWallet(chain)
    const name = change.id ?? "0xb1"
    const accounts = new Set<string | undefined>()
    const find: ChainActions["find"] = (query) => {
      accounts.add(query.sought.account)
      return Effect.map(chain.actions.find(query), (standing) =>
        standing._tag === "Mined"
          ? {
              ...standing,
              succeeded: change.succeeded === undefined ? true : change.succeeded,
              ...(change.accountFailed && { accountFailed: true }),
            }
          : standing,
      )
    }
    const enter = makeLedgerOver(storage.tab(), { ...chain.actions, find }, [], wallet.connector)
    const scope = yield* Scope.make()
    const ledger = yield* Scope.provide(enter, scope)
    const hash = chain.send(does)
    const say = (status: CallsStatus["status"], ...hashes: readonly string[]) =>
      wallet.say(name, { status, hashes })
    say("pending", hash)
    const { id } = yield* ledger.record(draft)
    yield* ledger.sendBatch(id, Effect.succeed(name))
    yield* TestClock.adjust("1 second")
    expect(getEntries(ledger)[0]?.state).toEqual({ _tag: "Sent", hash })
    const close = Scope.close(scope, Exit.void)
    return { accounts, chain, close, enter, hash, id, ledger, say, storage, wallet }
  })

describe("a batch whose bundle is in a block", () => {
  it.effect.each([
    ["reverted", "Reverted"],
    ["partlyReverted", "PartlyReverted"],
    ["confirmed", "Confirmed"],
  ] as const)("takes the outcome %s from its wallet, not from the bundle", ([status, tag]) =>
    Effect.gen(function* () {
      const { chain, hash, id, ledger, say } = yield* sentBatch()
      chain.mine()
      yield* TestClock.adjust("20 seconds")
      // The wallet lags.
      expect(getEntryState(ledger, id)).toBe("Sent")
      say(status, hash)
      yield* TestClock.adjust("5 seconds")
      expect(getEntries(ledger)[0]?.state).toEqual({ _tag: tag, hash, at: 1_000, fee: 1n })
      yield* TestClock.adjust("10 minutes")
      expect(getEntryState(ledger, id)).toBe(tag)
    }),
  )

  it.effect("reports no outcome when its wallet calls it pending for a minute, and later the wallet's", () =>
    Effect.gen(function* () {
      const { chain, hash, id, ledger, say } = yield* sentBatch()
      for (let block = 0; block < 6; block++) chain.mine()
      yield* TestClock.adjust("70 seconds")
      expect(getEntryState(ledger, id)).toBe("Mined")
      say("reverted", hash)
      yield* TestClock.adjust("15 seconds")
      expect(getEntries(ledger)[0]?.state).toEqual({ _tag: "Reverted", hash, at: 1_000, fee: 1n })
    }),
  )

  it.effect("reports no outcome when its wallet is not connected, and asks it again on request", () =>
    Effect.gen(function* () {
      const { chain, close, enter, hash, id, say, storage } = yield* sentBatch()
      yield* close
      chain.mine()
      const apart = yield* makeLedgerOver(storage.tab(), chain.actions)
      yield* TestClock.adjust("2 minutes")
      expect(getEntryState(apart, id)).toBe("Mined")
      say("reverted", hash)
      yield* TestClock.adjust("1 hour")
      const connected = yield* enter
      expect(getEntryState(connected, id)).toBe("Mined")
      yield* connected.checkAgain(id)
      expect(getEntryState(connected, id)).toBe("Reverted")
    }),
  )

  it.effect.each(["mined", "failed"] as const)(
    "reports no outcome when its wallet says %s without a result",
    (status) =>
      Effect.gen(function* () {
        const { chain, hash, id, ledger, say } = yield* sentBatch()
        say(status, ...(status === "mined" ? [hash] : []))
        chain.mine()
        yield* TestClock.adjust("10 minutes")
        expect(getEntryState(ledger, id)).toBe("Mined")
      }),
  )

  it.effect("reports no outcome when its wallet has forgotten it", () =>
    Effect.gen(function* () {
      const { chain, close, id, storage } = yield* sentBatch()
      yield* close
      chain.mine()
      const { connector } = batchWallet(chain)
      const ledger = yield* makeLedgerOver(storage.tab(), chain.actions, [], connector)
      yield* TestClock.adjust("5 seconds")
      expect(getEntryState(ledger, id)).toBe("Mined")
    }),
  )

  it.effect.each([
    [1, "Reverted"],
    [2, "Mined"],
  ] as const)("counts a batch of %d transactions of which the last one failed as %s", ([count, tag]) =>
    Effect.gen(function* () {
      const { chain, hash, id, ledger, say } = yield* sentBatch({ succeeded: false })
      say("mined", ...["0x5e", hash].slice(-count))
      chain.mine()
      yield* TestClock.adjust("10 minutes")
      expect(getEntryState(ledger, id)).toBe(tag)
    }),
  )

  it.effect("takes the word of its account that a call failed before a wallet that calls it confirmed", () =>
    Effect.gen(function* () {
      const { chain, hash, id, ledger, say } = yield* sentBatch({ succeeded: null, accountFailed: true })
      say("confirmed", hash)
      chain.mine()
      yield* TestClock.adjust("10 minutes")
      expect(getEntryState(ledger, id)).toBe("Mined")
    }),
  )

  it.effect("counts as confirmed when its wallet says so and no node tells the result", () =>
    Effect.gen(function* () {
      const { chain, hash, id, ledger, say } = yield* sentBatch({ succeeded: null })
      say("confirmed", hash)
      chain.mine()
      yield* TestClock.adjust("10 minutes")
      expect(getEntryState(ledger, id)).toBe("Confirmed")
    }),
  )

  it.effect.each(["has forgotten it", "is not connected"] as const)(
    "reports no outcome when its last known transaction failed and its wallet %s: an earlier one may have paid",
    (what) =>
      Effect.gen(function* () {
        const { chain, close, id, say, storage } = yield* sentBatch({ succeeded: false })
        say("mined", "0x5e", chain.all()[0]?.hash ?? "")
        yield* close
        chain.mine()
        const find: ChainActions["find"] = (query) =>
          Effect.map(chain.actions.find(query), (standing) =>
            standing._tag === "Mined" ? { ...standing, succeeded: false } : standing,
          )
        const wallet = what === "has forgotten it" ? batchWallet(chain).connector : undefined
        const ledger = yield* makeLedgerOver(storage.tab(), { ...chain.actions, find }, [], wallet)
        yield* TestClock.adjust("2 minutes")
        expect(getEntryState(ledger, id)).toBe("Mined")
      }),
  )

  it.effect("reports no outcome when a transaction failed that its wallet still calls pending", () =>
    Effect.gen(function* () {
      const { chain, id, ledger } = yield* sentBatch({ succeeded: false })
      chain.mine()
      yield* TestClock.adjust("10 minutes")
      expect(getEntryState(ledger, id)).toBe("Mined")
    }),
  )

  it.effect("names its account to the chain, which may report a failure in a bundle that succeeded", () =>
    Effect.gen(function* () {
      const { accounts, chain, hash, id, ledger, say } = yield* sentBatch({ succeeded: false })
      say("confirmed", hash)
      chain.mine()
      yield* TestClock.adjust("10 seconds")
      expect([...accounts]).toEqual([toPlainAddress(draft.account)])
      expect(getEntryState(ledger, id)).toBe("Reverted")
    }),
  )

  it.effect("follows the other bundle that its wallet names", () =>
    Effect.gen(function* () {
      const { chain, ledger, say } = yield* sentBatch()
      const other = chain.send({ to: "another bundle" })
      say("confirmed", other)
      chain.mine()
      yield* TestClock.adjust("10 seconds")
      expect(getEntries(ledger)[0]?.state).toMatchObject({ _tag: "Confirmed", hash: other })
    }),
  )

  it.effect("keeps what its wallet has confirmed when that wallet answers no more", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const wallet = batchWallet(chain)
      const ledger = yield* makeLedgerOver(storage.tab(), chain.actions, [], wallet.connector)
      const hash = chain.send(does)
      wallet.say("0xb1", { status: "confirmed", hashes: [hash] })
      const { id } = yield* ledger.record(draft)
      yield* ledger.sendBatch(id, Effect.succeed("0xb1"))
      yield* TestClock.adjust("1 second")
      expect(getEntryState(ledger, id)).toBe("Sent")
      const before = wallet.asked.length
      chain.mine()
      yield* TestClock.adjust("5 seconds")
      expect(getEntryState(ledger, id)).toBe("Confirmed")
      expect(wallet.asked).toHaveLength(before)
    }),
  )

  it.effect("polls by the id that its wallet gave it once there is a hash, also after a reload", () =>
    Effect.gen(function* () {
      const { chain, close, enter, hash, id, say, wallet } = yield* sentBatch({ id: "own" })
      yield* close
      say("reverted", hash)
      chain.mine()
      const later = yield* enter
      yield* TestClock.adjust("5 seconds")
      expect(getEntryState(later, id)).toBe("Reverted")
      expect(new Set(wallet.asked)).toEqual(new Set(["own"]))
    }),
  )
})
