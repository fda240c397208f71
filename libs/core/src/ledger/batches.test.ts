import { describe, expect, it } from "@effect/vitest"
import { type CallsStatus, type ConnectorError, ConnectorError as Failure } from "@wmodal/chains"
import { Effect, Exit, Result, Scope } from "effect"
import { TestClock } from "effect/testing"
import { batchWallet } from "../testing/batchWallet.ts"
import { approval, call, swap } from "../testing/entries.ts"
import {
  declined,
  getEntries,
  getEntryState,
  makeLedgerOver,
  makePaymentDraft,
  open,
} from "../testing/ledgerWorld.ts"
import { failing, scriptedWallet } from "../testing/scriptedWallet.ts"
import type { EntryDraft, LedgerWriter } from "./LedgerWriter.ts"
import { generateBatchId } from "./ledgerModel.ts"

const draft: EntryDraft = { ...makePaymentDraft(5n), subject: swap, batch: "0xb1" }
const does = { to: "the batch" }

/** An engine whose wallet supports batches. */
const page = Effect.gen(function* () {
  const { chain, storage } = yield* open
  const wallet = batchWallet(chain)
  const enter = makeLedgerOver(storage.tab(), chain.actions, [], wallet.connector)
  return { chain, enter, ledger: yield* enter, storage, wallet }
})

const failed = (reason: ConnectorError["reason"]) => new Failure({ connectorId: "io.scripted", reason })

/** Records a batch and requests it with this response. */
const asked = (ledger: LedgerWriter, question: Effect.Effect<string, ConnectorError>) =>
  Effect.gen(function* () {
    const { id } = yield* ledger.record(draft)
    return { id, answer: yield* Effect.result(ledger.sendBatch(id, question)) }
  })

describe("a duplicate", () => {
  it.effect("refuses a duplicate in every tab while the first may be mined, for every kind", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const tabs = [
        yield* makeLedgerOver(storage.tab(), chain.actions),
        yield* makeLedgerOver(storage.tab(), chain.actions),
      ]
      const { connectorId, ...rest } = makePaymentDraft(5n)
      for (const subject of [rest.subject, approval, swap]) {
        const tries = yield* Effect.all(
          tabs.flatMap((tab) => {
            const once = Effect.result(tab.record({ ...rest, connectorId, subject }))
            return [once, once]
          }),
          { concurrency: "unbounded" },
        )
        expect(tries.filter(Result.isSuccess)).toHaveLength(1)
        const [entry] = tries.filter(Result.isSuccess)
        if (entry === undefined) return expect.unreachable("nothing was recorded")
        const { id } = entry.success
        yield* tabs[0]?.send(id, Effect.succeed(declined)) ?? Effect.void
        expect(
          (yield* tabs[1]?.record({ ...rest, connectorId, subject }) ?? Effect.die("no tab")).id,
        ).not.toBe(id)
      }
    }),
  )

  it.effect("records a call as often as a dApp requests it", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* makeLedgerOver(storage.tab(), chain.actions)
      const first = yield* ledger.record({ ...makePaymentDraft(5n), subject: call })
      const second = yield* ledger.record({ ...makePaymentDraft(5n), subject: call })
      expect(second.id).not.toBe(first.id)
      expect(getEntries(ledger)).toHaveLength(2)
    }),
  )
})

describe("a batch", () => {
  it.effect("stays Taken until the wallet names its transaction, then follows the chain", () =>
    Effect.gen(function* () {
      const { chain, ledger, wallet } = yield* page
      const hash = wallet.send("0xb1", does)
      const { id, answer } = yield* asked(ledger, Effect.succeed("0xb1"))
      expect(Result.getOrThrow(answer).state).toEqual({ _tag: "Taken", batch: "0xb1" })
      yield* TestClock.adjust("10 seconds")
      expect(getEntryState(ledger, id)).toBe("Taken")
      chain.mine()
      yield* TestClock.adjust("8 seconds")
      expect(getEntries(ledger)[0]?.state).toEqual({ _tag: "Confirmed", hash, at: 1_000, fee: 1n })
    }),
  )

  it.effect("polls the batch each second at first, and less often later", () =>
    Effect.gen(function* () {
      const { ledger, wallet } = yield* page
      wallet.send("0xb1", does)
      yield* asked(ledger, Effect.succeed("0xb1"))
      yield* TestClock.adjust("3500 millis")
      const soon = wallet.asked.length
      yield* TestClock.adjust("5 minutes")
      expect(soon).toBe(4)
      expect(wallet.asked.length).toBeLessThan(90)
    }),
  )

  it.effect("polls by the wallet's batch id, also after a reload", () =>
    Effect.gen(function* () {
      const { chain, enter, storage, wallet } = yield* page
      const scope = yield* Scope.make()
      const first = yield* Scope.provide(enter, scope)
      wallet.send("own", does)
      const { id } = yield* asked(first, Effect.succeed("own"))
      yield* Scope.close(scope, Exit.void)
      chain.mine()
      const next = yield* makeLedgerOver(storage.tab(), chain.actions, [], wallet.connector)
      yield* TestClock.adjust("2 seconds")
      expect(getEntryState(next, id)).toBe("Confirmed")
      expect(new Set(wallet.asked)).toEqual(new Set(["own"]))
    }),
  )

  it.effect("finds a batch by the recorded id after a lost response, and never requests it again", () =>
    Effect.gen(function* () {
      const { chain, ledger, wallet } = yield* page
      wallet.send("0xb1", does)
      const { id, answer } = yield* asked(ledger, failing({ _tag: "Offline" }))
      expect(Result.getOrThrow(answer).state).toEqual({ _tag: "Lost" })
      expect(yield* Effect.flip(ledger.record(draft))).toMatchObject({ _tag: "DuplicateEntry", entry: id })
      yield* TestClock.adjust("1 second")
      expect(getEntryState(ledger, id)).toBe("Taken")
      chain.mine()
      yield* TestClock.adjust("8 seconds")
      expect(getEntryState(ledger, id)).toBe("Confirmed")
    }),
  )

  it.effect("stays Lost when the wallet does not know it", () =>
    Effect.gen(function* () {
      const { ledger, wallet } = yield* page
      const { id } = yield* asked(ledger, failing({ _tag: "Malformed", what: "wallet_sendCalls" }))
      yield* TestClock.adjust("1 hour")
      expect(getEntryState(ledger, id)).toBe("Lost")
      expect(wallet.asked.length).toBeLessThan(120)
      yield* ledger.checkAgain(id)
      expect(getEntryState(ledger, id)).toBe("Lost")
      expect(yield* Effect.flip(ledger.record(draft))).toMatchObject({ _tag: "DuplicateEntry", entry: id })
    }),
  )

  it.effect("becomes Lost after a while when the wallet has forgotten it, until it is known again", () =>
    Effect.gen(function* () {
      const { ledger, wallet } = yield* page
      const { id } = yield* asked(ledger, Effect.succeed("0xb1"))
      yield* TestClock.adjust("50 seconds")
      expect(getEntryState(ledger, id)).toBe("Taken")
      yield* TestClock.adjust("30 seconds")
      expect(getEntryState(ledger, id)).toBe("Lost")
      expect(yield* Effect.flip(ledger.record(draft))).toMatchObject({ _tag: "DuplicateEntry", entry: id })
      wallet.say("0xb1", { status: "pending", hashes: [] })
      yield* ledger.checkAgain(id)
      expect(getEntryState(ledger, id)).toBe("Taken")
    }),
  )

  it.effect("looks up a batch only when its wallet is connected", () =>
    Effect.gen(function* () {
      const { chain, ledger, storage, wallet } = yield* page
      const { id } = yield* asked(ledger, failing({ _tag: "Offline" }))
      const before = wallet.asked.length
      const other = scriptedWallet({ id: "io.other" }).connector
      for (const connector of [null, other]) {
        const elsewhere = yield* makeLedgerOver(storage.tab(), chain.actions, [], connector)
        const problem = yield* Effect.flip(elsewhere.checkAgain(id))
        expect(problem).toMatchObject({ _tag: "EngineError", reason: { _tag: "NotConnected" } })
      }
      expect(wallet.asked.length).toBe(before)
    }),
  )

  it.effect("times out a status request without a response, and retries later", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const calls = { ...batchWallet(chain), callsStatus: () => Effect.never }
      const { connector } = batchWallet(chain)
      const silent = { ...connector, calls: Effect.map(connector.calls, (all) => ({ ...all, ...calls })) }
      const ledger = yield* makeLedgerOver(storage.tab(), chain.actions, [], silent)
      const { id } = yield* asked(ledger, Effect.succeed("0xb1"))
      const looking = yield* Effect.forkChild(Effect.flip(ledger.checkAgain(id)), { startImmediately: true })
      yield* TestClock.adjust("10 seconds")
      expect(looking.pollUnsafe()).toMatchObject({ value: { reason: { _tag: "Offline" } } })
    }),
  )

  it.effect.each<[CallsStatus, string, string | null | undefined]>([
    [{ status: "failed", hashes: [] }, "NotSent", undefined],
    [{ status: "reverted", hashes: ["0x5e"] }, "Reverted", "0x5e"],
    [{ status: "partlyReverted", hashes: ["0x5d", "0x5e"] }, "PartlyReverted", "0x5e"],
    // The outcome alone: wallets leave the receipts out.
    [{ status: "confirmed", hashes: [] }, "Confirmed", null],
    [{ status: "mined", hashes: [] }, "Mined", null],
    [{ status: "reverted", hashes: [] }, "Reverted", null],
    [{ status: "partlyReverted", hashes: [] }, "PartlyReverted", null],
    [{ status: "pending", hashes: ["0x5e"] }, "Sent", "0x5e"],
  ])("maps the wallet status %j to %s", ([status, tag, hash]) =>
    Effect.gen(function* () {
      const { ledger, wallet } = yield* page
      wallet.say("0xb1", status)
      const { id } = yield* asked(ledger, Effect.succeed("0xb1"))
      yield* TestClock.adjust("1 second")
      expect(getEntryState(ledger, id)).toBe(tag)
      expect(getEntries(ledger)[0]?.state).toMatchObject(hash === undefined ? {} : { hash })
    }),
  )

  it.effect("stays failed when its transaction succeeded", () =>
    Effect.gen(function* () {
      const { chain, ledger, wallet } = yield* page
      const hash = chain.send(does)
      chain.mine()
      wallet.say("0xb1", { status: "reverted", hashes: [hash] })
      const { id } = yield* asked(ledger, Effect.succeed("0xb1"))
      yield* TestClock.adjust("10 minutes")
      yield* ledger.checkAgain(id)
      expect(getEntryState(ledger, id)).toBe("Reverted")
    }),
  )

  it.effect("settles a batch whose bundle was replaced and whose wallet reports the outcome alone", () =>
    Effect.gen(function* () {
      const { chain, ledger, wallet } = yield* page
      const hash = chain.send(does)
      wallet.say("0xb1", { status: "pending", hashes: [hash] })
      const { id } = yield* asked(ledger, Effect.succeed("0xb1"))
      yield* TestClock.adjust("1 second")
      const [waiting] = chain.waiting()
      if (waiting === undefined) return expect.unreachable("nothing waits")
      chain.drop(waiting)
      wallet.say("0xb1", { status: "confirmed", hashes: [] })
      yield* TestClock.adjust("10 seconds")
      expect(getEntries(ledger)[0]).toMatchObject({
        state: { _tag: "Confirmed", hash: null },
        formerHashes: [hash],
      })
      yield* TestClock.adjust("10 minutes")
      expect(getEntryState(ledger, id)).toBe("Confirmed")
    }),
  )

  it.effect("takes back an outcome that a wallet reported alone and too early, and follows the chain", () =>
    Effect.gen(function* () {
      const { chain, ledger, wallet } = yield* page
      wallet.say("0xb1", { status: "reverted", hashes: [] })
      const { id } = yield* asked(ledger, Effect.succeed("0xb1"))
      yield* TestClock.adjust("2 seconds")
      expect(getEntryState(ledger, id)).toBe("Reverted")
      wallet.say("0xb1", { status: "pending", hashes: [] })
      yield* TestClock.adjust("20 seconds")
      expect(getEntryState(ledger, id)).toBe("Taken")
      const hash = chain.send(does)
      chain.mine()
      wallet.say("0xb1", { status: "confirmed", hashes: [hash] })
      yield* TestClock.adjust("30 seconds")
      expect(getEntries(ledger)[0]?.state).toMatchObject({ _tag: "Confirmed", hash, fee: 1n })
    }),
  )

  it.effect("finds a batch again when another transaction carries it, and never sets Replaced", () =>
    Effect.gen(function* () {
      const { chain, ledger, wallet } = yield* page
      const hash = chain.send(does)
      wallet.say("0xb1", { status: "pending", hashes: [hash] })
      const { id } = yield* asked(ledger, Effect.succeed("0xb1"))
      yield* TestClock.adjust("1 second")
      expect(getEntryState(ledger, id)).toBe("Sent")
      const [waiting] = chain.waiting()
      if (waiting === undefined) return expect.unreachable("nothing waits")
      chain.displace(waiting, "somebody else's")
      chain.mine()
      yield* TestClock.adjust("2 minutes")
      expect(getEntryState(ledger, id)).toBe("Dropped")
      const other = chain.send(does)
      chain.mine()
      wallet.say("0xb1", { status: "confirmed", hashes: [other] })
      yield* ledger.checkAgain(id)
      yield* TestClock.adjust("2 minutes")
      expect(getEntries(ledger)[0]?.state).toMatchObject({ _tag: "Confirmed", hash: other })
    }),
  )

  it.effect.each<[ConnectorError["reason"], "Declined" | "NotSent" | "Lost"]>([
    [{ _tag: "Declined" }, "Declined"],
    [{ _tag: "Unsupported", method: "wallet_sendCalls" }, "NotSent"],
    [{ _tag: "RequestPending" }, "NotSent"],
    [{ _tag: "Locked" }, "NotSent"],
    [{ _tag: "Failed", code: -32602, text: "no" }, "NotSent"],
    [{ _tag: "Failed", code: 5760, text: "not as one" }, "NotSent"],
    // The wallet has it already, from an unknown sender.
    [{ _tag: "Failed", code: 5720, text: "duplicate" }, "Lost"],
    [{ _tag: "Failed", code: -32603, text: "broken" }, "Lost"],
    [{ _tag: "Failed", code: null, text: "" }, "Lost"],
    [{ _tag: "Malformed", what: "wallet_sendCalls" }, "Lost"],
    [{ _tag: "Offline" }, "Lost"],
    [{ _tag: "Expired" }, "Lost"],
  ])("maps the wallet response %j to %s", ([reason, tag]) =>
    Effect.gen(function* () {
      const { ledger } = yield* page
      const { id, answer } = yield* asked(ledger, failing(reason))
      expect(getEntryState(ledger, id)).toBe(tag)
      expect(Result.isFailure(answer) ? answer.failure : null).toEqual(tag === "Lost" ? null : failed(reason))
    }),
  )

  it.effect(
    "finds a declined batch by checkAgain when it was accepted, and keeps Declined when it failed",
    () =>
      Effect.gen(function* () {
        const { ledger, wallet } = yield* page
        const { id } = yield* asked(ledger, failing({ _tag: "Declined" }))
        wallet.say("0xb1", { status: "failed", hashes: [] })
        yield* ledger.checkAgain(id)
        expect(getEntryState(ledger, id)).toBe("Declined")
        wallet.say("0xb1", { status: "pending", hashes: [] })
        yield* ledger.checkAgain(id)
        expect(getEntryState(ledger, id)).toBe("Taken")
        expect(yield* Effect.flip(ledger.record(draft))).toMatchObject({ _tag: "DuplicateEntry", entry: id })
      }),
  )

  it.effect("treats a wallet failure during the request as possibly sent", () =>
    Effect.gen(function* () {
      const { ledger } = yield* page
      const { id, answer } = yield* asked(ledger, Effect.die(new Error("broken")))
      expect(Result.isSuccess(answer)).toBe(true)
      expect(getEntryState(ledger, id)).toBe("Lost")
    }),
  )

  it.effect("finds a batch by its status before a late response, which does not revoke it", () =>
    Effect.gen(function* () {
      const { chain, ledger, wallet } = yield* page
      const hash = wallet.send("0xb1", does)
      chain.mine()
      const { id } = yield* ledger.record(draft)
      yield* Effect.forkChild(ledger.sendBatch(id, Effect.delay(Effect.succeed("0xb1"), "5 minutes")), {
        startImmediately: true,
      })
      yield* TestClock.adjust("59 seconds")
      expect(wallet.asked).toEqual([])
      yield* TestClock.adjust("5 seconds")
      expect(getEntries(ledger)[0]?.state).toMatchObject({ _tag: "Confirmed", hash })
      yield* TestClock.adjust("5 minutes")
      expect(getEntries(ledger)[0]?.state).toMatchObject({ _tag: "Confirmed", hash })
    }),
  )

  it("gets a unique id in the form that wallets accept", () => {
    const ids = Array.from({ length: 50 }, generateBatchId)
    expect(new Set(ids).size).toBe(50)
    expect(ids.every((id) => /^0x[0-9a-f]{64}$/.test(id))).toBe(true)
  })
})
