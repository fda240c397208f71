import { describe, expect, it } from "@effect/vitest"
import {
  type AwaitingBroadcast,
  type ChainActions,
  type ConnectorError,
  type TransactionStatus,
  TransferRejected,
} from "@wmodal/chains"
import { BroadcastError, type CaipNetworkId, RpcError } from "@wmodal/protocol"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { ledgerKey } from "../storage/PersistedState.ts"
import { getEntries, getEntryState, makeLedgerOver, makePaymentDraft, open } from "../testing/ledgerWorld.ts"

describe("broadcast of wallet-signed bytes", () => {
  const hash = `0x${"cd".repeat(32)}`
  const left = Effect.succeed<AwaitingBroadcast>({ _tag: "AwaitingBroadcast", raw: "0x02" })

  /** Records a transaction, has it signed by its wallet, and broadcasts it on a chain with these responses. */
  const sendOver = (actions: Partial<ChainActions>, network: CaipNetworkId = "eip155:1") =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const stored: (boolean | undefined)[] = []
      const ledger = yield* makeLedgerOver(storage.tab(), {
        ...chain.actions,
        toTransactionHash: () => hash,
        ...actions,
        broadcast: (request) => {
          stored.push(storage.held.get(ledgerKey)?.includes(`"_tag":"Unanswered","hash":"${hash}"`))
          return actions.broadcast?.(request) ?? Effect.succeed(hash)
        },
      })
      const { id } = yield* ledger.record({ ...makePaymentDraft(5n), network })
      const { entry, outcome } = yield* ledger.send(id, left)
      return { chain, ledger, id, entry, outcome, stored }
    })

  const notSent = (reason: ConnectorError["reason"]) => ({ _tag: "NotSent", error: { reason } })

  it.effect("records the hash before the broadcast", () =>
    Effect.gen(function* () {
      const { entry, ledger, outcome, stored } = yield* sendOver({})
      expect(stored).toEqual([true])
      expect(outcome).toEqual({ _tag: "Sent", hash })
      expect(entry).toMatchObject({
        subject: { _tag: "Transfer" },
        state: { _tag: "Sent", hash },
        mine: false,
      })
      expect(getEntries(ledger)).toHaveLength(1)
    }),
  )

  it.effect.each([
    [
      "a node refuses the bytes",
      new BroadcastError({
        hash,
        reason: { _tag: "Refused", code: -32002, text: "Blockhash \u202enot found" },
      }),
      "Blockhash not found",
    ],
    [
      "the transaction would fail",
      new TransferRejected({ reason: { _tag: "Reverts", text: "custom program error" } }),
      "custom program error",
    ],
    [
      "no endpoint is available",
      new BroadcastError({
        hash,
        reason: {
          _tag: "NotSent",
          error: new RpcError({ method: "", host: "", reason: { _tag: "NoEndpoint" } }),
        },
      }),
      "",
    ],
  ] as const)("reports NotSent without lookups when %s", ([, error, text]) =>
    Effect.gen(function* () {
      const { chain, id, ledger, outcome } = yield* sendOver({ broadcast: () => Effect.fail(error) })
      expect(outcome).toMatchObject(notSent({ _tag: "Failed", code: null, text }))
      expect(getEntries(ledger)[0]?.state).toEqual({ _tag: "NotSent", text })
      yield* TestClock.adjust("5 minutes")
      expect(chain.looks).toEqual([])
      // The same payment may be requested again.
      expect((yield* ledger.record(makePaymentDraft(5n))).id).not.toBe(id)
    }),
  )

  it.effect.each([
    [
      "no node responded",
      Effect.fail(new BroadcastError({ hash, reason: { _tag: "Uncertain", error: null } })),
    ],
    ["the chain code throws", Effect.die(new Error("broken"))],
  ] as const)("keeps Unanswered and looks the transaction up when %s", ([, answer]) =>
    Effect.gen(function* () {
      const { chain, id, ledger, outcome } = yield* sendOver({ broadcast: () => answer })
      expect(outcome).toEqual({ _tag: "Sent", hash })
      expect(getEntryState(ledger, id)).toBe("Unanswered")
      yield* TestClock.adjust("4 seconds")
      expect(chain.looks).toContain(hash)
    }),
  )

  it.effect("sends the bytes again after an unknown outcome, until a node has them", () =>
    Effect.gen(function* () {
      const uncertain = new BroadcastError({ hash, reason: { _tag: "Uncertain", error: null } })
      let standing: TransactionStatus = { _tag: "Missing" }
      const { id, ledger, stored } = yield* sendOver({
        broadcast: () => Effect.fail(uncertain),
        find: () => Effect.sync(() => standing),
      })
      expect(stored).toHaveLength(1)
      yield* TestClock.adjust("5 seconds")
      expect(stored).toHaveLength(2)
      yield* TestClock.adjust("20 seconds")
      expect(stored).toHaveLength(3)
      standing = {
        _tag: "Mined",
        hash,
        succeeded: true,
        block: 1n,
        at: 1_000,
        fee: 1n,
        confirmations: 6,
      }
      yield* TestClock.adjust("10 minutes")
      expect(getEntryState(ledger, id)).toBe("Confirmed")
      expect(stored).toHaveLength(3)
    }),
  )

  it.effect("keeps bytes that may have been sent when a node refuses the second broadcast", () =>
    Effect.gen(function* () {
      const uncertain = new BroadcastError({ hash, reason: { _tag: "Uncertain", error: null } })
      const refused = new BroadcastError({
        hash,
        reason: { _tag: "Refused", code: -26, text: "conflict" },
      })
      let times = 0
      const { id, ledger, stored } = yield* sendOver({
        broadcast: () => Effect.fail(times++ === 0 ? uncertain : refused),
      })
      yield* TestClock.adjust("10 minutes")
      expect(stored).toHaveLength(4)
      expect(getEntryState(ledger, id)).toBe("Unanswered")
      expect(yield* Effect.flip(ledger.record(makePaymentDraft(5n)))).toMatchObject({
        _tag: "DuplicateEntry",
        entry: id,
      })
    }),
  )

  it.effect("sends the recorded bytes again when the process that signed them has died", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const sent: string[] = []
      const actions = {
        ...chain.actions,
        toTransactionHash: () => hash,
        find: () => Effect.succeed<TransactionStatus>({ _tag: "Missing" }),
      }
      const dying = yield* makeLedgerOver(storage.tab(), { ...actions, broadcast: () => Effect.never })
      const { id } = yield* dying.record(makePaymentDraft(5n))
      yield* Effect.forkChild(dying.send(id, left), { startImmediately: true })
      expect(getEntryState(dying, id)).toBe("Unanswered")

      const later = yield* makeLedgerOver(storage.tab(), {
        ...actions,
        broadcast: ({ raw }) =>
          Effect.sync(() => {
            sent.push(raw)
            return hash
          }),
      })
      // Looking alone sends nothing.
      yield* TestClock.adjust("10 minutes")
      expect(sent).toEqual([])
      yield* later.checkAgain(id)
      expect(sent).toEqual(["0x02"])
      expect(getEntryState(later, id)).toBe("Sent")
    }),
  )

  it.effect("sends nothing again when a node has the transaction", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const sent: string[] = []
      const actions: Partial<ChainActions> = {
        ...chain.actions,
        toTransactionHash: () => hash,
        broadcast: ({ raw }) => Effect.sync(() => (sent.push(raw), hash)),
        find: () => Effect.succeed<TransactionStatus>({ _tag: "Pending", hash }),
      }
      const ledger = yield* makeLedgerOver(storage.tab(), actions)
      const { id } = yield* ledger.record(makePaymentDraft(5n))
      yield* ledger.send(id, left)
      yield* (yield* makeLedgerOver(storage.tab(), actions)).checkAgain(id)
      expect(sent).toEqual(["0x02"])
    }),
  )

  it.effect("reports Sent once a node has accepted the bytes, at the first or a later broadcast", () =>
    Effect.gen(function* () {
      expect((yield* sendOver({})).entry.state).toEqual({ _tag: "Sent", hash })
      let times = 0
      const { id, ledger } = yield* sendOver({
        broadcast: () =>
          times++ === 0
            ? Effect.fail(new BroadcastError({ hash, reason: { _tag: "Uncertain", error: null } }))
            : Effect.succeed(hash),
      })
      expect(getEntryState(ledger, id)).toBe("Unanswered")
      yield* TestClock.adjust("5 seconds")
      expect(getEntryState(ledger, id)).toBe("Sent")
    }),
  )

  it.effect("adds what the bytes say to the checkpoint before they leave", () =>
    Effect.gen(function* () {
      const marks: unknown[] = []
      yield* sendOver({
        readSigned: () => Effect.succeed({ from: "0xAa", mark: { hash, own: "0x7" } }),
        broadcast: () => Effect.never,
        find: ({ sought }) =>
          Effect.sync((): TransactionStatus => {
            marks.push(sought.mark)
            return { _tag: "Replaced", by: "0x09" }
          }),
      }).pipe(Effect.forkChild({ startImmediately: true }))
      yield* TestClock.adjust("2 minutes")
      expect(marks[0]).toEqual({ hash, own: "0x7" })
    }),
  )

  it.effect("keeps the hashes from before a fee was raised, twice", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const ledger = yield* makeLedgerOver(storage.tab(), {
        ...chain.actions,
        toTransactionHash: ({ raw }) => raw,
        broadcast: ({ raw }) => Effect.succeed(raw),
        find: ({ sought }) => Effect.succeed<TransactionStatus>({ _tag: "Pending", hash: sought.hash ?? "" }),
      })
      const { id } = yield* ledger.record(makePaymentDraft(5n))
      const leave = (raw: string) => Effect.succeed<AwaitingBroadcast>({ _tag: "AwaitingBroadcast", raw })
      yield* ledger.send(id, leave("0x01"))
      yield* ledger.replace(id, leave("0x02"))
      yield* ledger.replace(id, leave("0x03"))
      expect(getEntries(ledger)[0]).toMatchObject({
        state: { _tag: "Sent", hash: "0x03" },
        formerHashes: ["0x01", "0x02"],
      })
    }),
  )

  it.effect("gives up an unsettled payment, which may then be made again", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const uncertain = new BroadcastError({ hash, reason: { _tag: "Uncertain", error: null } })
      const ledger = yield* makeLedgerOver(storage.tab(), {
        ...chain.actions,
        toTransactionHash: () => hash,
        broadcast: () => Effect.fail(uncertain),
      })
      const { id } = yield* ledger.record(makePaymentDraft(5n))
      yield* ledger.send(id, left)
      expect(ledger.findDuplicate(makePaymentDraft(5n))?.id).toBe(id)
      yield* ledger.forget(id)
      expect(getEntries(ledger)[0]?.state).toEqual({
        _tag: "NotSent",
        text: "Given up. It may still be mined.",
      })
      expect(ledger.findDuplicate(makePaymentDraft(5n))).toBeNull()
      yield* ledger.forget(id)
      expect(getEntries(ledger)).toHaveLength(1)
    }),
  )

  it.effect("reports NotSent for bytes of another network", () =>
    Effect.gen(function* () {
      const { entry, outcome, stored } = yield* sendOver({ toTransactionHash: () => null })
      expect(outcome).toMatchObject(notSent({ _tag: "Malformed", what: "a signed transaction" }))
      expect(entry.state).toEqual({ _tag: "NotSent", text: "" })
      expect(stored).toEqual([])
    }),
  )

  it.effect("reports NotSent when the network is unreachable", () =>
    Effect.gen(function* () {
      const { entry, outcome, stored } = yield* sendOver({}, "eip155:999")
      expect(outcome).toMatchObject(notSent({ _tag: "Failed", code: null, text: "" }))
      expect(entry.state).toEqual({ _tag: "NotSent", text: "" })
      expect(stored).toEqual([])
    }),
  )

  it.effect("keeps the chain's status when the node refuses the bytes afterwards", () =>
    Effect.gen(function* () {
      const { chain, storage } = yield* open
      const answer = Deferred.makeUnsafe<string, BroadcastError>()
      const shown: TransactionStatus = {
        _tag: "Mined",
        hash,
        succeeded: true,
        block: 1n,
        at: 1_000,
        fee: 1n,
        confirmations: 1,
      }
      const ledger = yield* makeLedgerOver(storage.tab(), {
        ...chain.actions,
        toTransactionHash: () => hash,
        broadcast: () => Deferred.await(answer),
        find: () => Effect.succeed(shown),
      })
      const { id } = yield* ledger.record(makePaymentDraft(5n))
      const sending = yield* Effect.forkChild(ledger.send(id, left), { startImmediately: true })
      yield* ledger.checkAgain(id)
      yield* Deferred.fail(
        answer,
        new BroadcastError({ hash, reason: { _tag: "Refused", code: -32002, text: "seen" } }),
      )
      yield* Fiber.join(sending)
      expect(getEntryState(ledger, id)).toBe("Confirmed")
    }),
  )
})
