import { ConnectorError, type SendOutcome } from "@wmodal/chains"
import { Clock } from "@wmodal/protocol"
import { Deferred, Effect, Result, type Scope } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { notifyWhenSlow } from "../effects/notifyWhenSlow.ts"
import { runToEnd } from "../effects/runToEnd.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import { type BroadcastResult, makeBroadcast, makeBroadcastSigned, resendRecorded } from "./broadcast.ts"
import { type EntryState, isSettled, type Ledger, type LedgerEntry } from "./Ledger.ts"
import { DuplicateEntry, type LedgerWriter } from "./LedgerWriter.ts"
import {
  generateId,
  isDuplicate,
  isFindable,
  isPreBatchError,
  makeEntry,
  toRefusedState,
  withBatch,
  withBatchRefusal,
  withOutcome,
  withState,
  withWaitedCheckpoint,
} from "./ledgerModel.ts"
import { type ChainLookupDeps, makeChainLookup, makeWatch } from "./makeChainLookup.ts"
import { makeEntryTracker } from "./makeEntryTracker.ts"
import { makeFollow, makeLedgerStore } from "./makeLedgerStore.ts"
import type { StoredEntry } from "./StoredEntry.ts"

type LedgerDeps = ChainLookupDeps & Pick<EngineServices, "storage" | "warn">

export const makeLedger = (deps: LedgerDeps): Effect.Effect<LedgerWriter, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const look = makeChainLookup(deps)
    const book = yield* makeLedgerStore(deps)
    const tracker = yield* makeEntryTracker(book, look)

    /** Entries of open requests, including one that was dropped at once to make space. */
    const made = new Map<string, StoredEntry>()
    const known = (id: string): StoredEntry => {
      const entry = book.get(id) ?? made.get(id) ?? null
      if (entry === null) throw new Error(`No entry ${id}`)
      return entry
    }

    // A request that a wallet still shows can be approved, regardless of its status on the chain.
    const mayCome = (entry: StoredEntry) => !isSettled(entry.state) || book.asking.has(entry.id)
    const findDuplicate: Ledger["findDuplicate"] = (action) => {
      const duplicate = book.read().find((entry) => mayCome(entry) && isDuplicate(entry, action))
      return duplicate === undefined ? null : book.toView(duplicate)
    }

    let last = -1
    // Read and written in one step, so that no other tab can write in between.
    const record: LedgerWriter["record"] = (draft) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const duplicate = findDuplicate(draft)
        if (duplicate !== null) return new DuplicateEntry({ entry: duplicate.id })
        // Two entries of the same moment stay in the order of their requests.
        last = now <= last && last - now < 1_000 ? last + 1 : now
        const entry = makeEntry(draft, generateId(), last, { _tag: "Asked" })
        book.asking.set(entry.id, "early")
        made.set(entry.id, entry)
        return Effect.as(
          book.change((all) => [entry, ...all]),
          book.toView(entry),
        )
      })

    /** Runs independently of its caller, and is recorded before the caller receives the result. */
    const ask = <A>(
      id: string,
      question: Effect.Effect<A>,
      told: (entry: StoredEntry, answer: A) => StoredEntry,
    ): Effect.Effect<{ readonly answer: A; readonly entry: LedgerEntry }> =>
      Effect.gen(function* () {
        let after = yield* Effect.sync(() => known(id))
        // A closed page sends no requests.
        if (scope.state._tag === "Closed") return yield* Effect.interrupt
        const heard = Deferred.makeUnsafe<A>()
        const late = Effect.suspend(() => {
          book.asking.set(id, "late")
          return tracker.trackUnsettled
        })
        yield* notifyWhenSlow(question, late).pipe(
          Effect.tap((answer) => {
            book.asking.delete(id)
            made.delete(id)
            return book.changeOne(id, (entry) => {
              after = told(entry, answer)
              return after
            })
          }),
          Effect.onExit((exit) => Deferred.done(heard, exit)),
          Effect.forkIn(scope, { startImmediately: true }),
        )
        const answer = yield* Deferred.await(heard)
        // If the clock was set back, a settled entry may have been dropped at once.
        return { answer, entry: book.toView(book.get(id) ?? after) }
      })

    const leaving = new Set<string>()
    const leaveSigned = makeBroadcastSigned(book, look, scope)
    const leave: typeof leaveSigned = (entry, ...rest) =>
      Effect.suspend(() => {
        leaving.add(entry.id)
        const done = Effect.sync(() => leaving.delete(entry.id))
        return Effect.ensuring(leaveSigned(entry, ...rest), done)
      })
    const send: LedgerWriter["send"] = (id, question) => {
      const sent = Effect.flatMap(question, (outcome) =>
        outcome._tag === "AwaitingBroadcast"
          ? leave(known(id), outcome.raw)
          : Effect.succeed<BroadcastResult>({ outcome }),
      )
      const surely = Effect.catchDefect(sent, () =>
        Effect.sync((): BroadcastResult => ({ outcome: toLostOutcome(known(id).connectorId) })),
      )
      const timed = Effect.flatMap(surely, (told) =>
        Effect.map(Clock.currentTimeMillis, (now) => ({ now, told })),
      )
      return Effect.map(
        ask(id, timed, (entry, { now, told: { outcome } }) =>
          withOutcome(withWaitedCheckpoint(entry, now), outcome),
        ),
        ({ answer, entry }) => ({ ...answer.told, entry }),
      )
    }

    const replace: LedgerWriter["replace"] = (id, question) =>
      Effect.gen(function* () {
        const before = known(id)
        const unheardOf = toLostOutcome(before.connectorId)
        const asking = Effect.catchDefect(question, () => Effect.succeed(unheardOf)).pipe(
          Effect.flatMap((outcome): Effect.Effect<BroadcastResult> => {
            const entry = book.get(id) ?? before
            if (outcome._tag !== "AwaitingBroadcast") return Effect.succeed({ outcome })
            // A mined transaction needs no replacement.
            return isSettled(entry.state)
              ? Effect.succeed({ outcome: unheardOf })
              : leave(entry, outcome.raw, () => entry.state)
          }),
          Effect.tap(({ outcome }) =>
            book.changeOne(id, (entry) =>
              outcome._tag === "NotSent" || outcome.hash === null || isSettled(entry.state)
                ? entry
                : withOutcome(entry, outcome),
            ),
          ),
        )
        const told = yield* runToEnd(scope)(asking)
        return { ...told, entry: book.toView(book.get(id) ?? before) }
      })

    const sendBatch: LedgerWriter["sendBatch"] = (id, question) =>
      Effect.flatMap(
        ask(id, Effect.result(catchDefects(question)), (entry, answer) =>
          Result.isSuccess(answer)
            ? withBatch(entry, answer.success)
            : withBatchRefusal(entry, answer.failure),
        ),
        ({ answer, entry }) =>
          Result.isFailure(answer) && isPreBatchError(answer.failure)
            ? Effect.fail(answer.failure)
            : Effect.succeed(entry),
      )

    const sign: LedgerWriter["sign"] = (id, question) =>
      Effect.flatMap(
        ask(id, Effect.result(catchDefects(question)), (entry, answer) =>
          withState(entry, Result.isSuccess(answer) ? signedState : toRefusedState(answer.failure), false),
        ),
        ({ answer }) => Effect.fromResult(answer),
      )

    const lookAgain = (id: string) => {
      const entry = book.get(id)
      return entry === null ? Effect.void : Effect.asVoid(tracker.lookAt(entry))
    }

    return {
      entries: book.entries,
      follow: makeFollow(book.entries),
      checkAgain: (id) =>
        Effect.suspend(() => {
          const entry = book.get(id)
          if (entry === null || !isFindable(entry)) return Effect.void
          return Effect.flatMap(tracker.lookAt(entry), (tag) => {
            const now = book.get(id)
            // The engine that broadcast its bytes may have died before: they are sent again from its record.
            const hasBytes = now?.raw !== undefined && !isSettled(now.state) && !leaving.has(id)
            return tag !== "Missing" || !hasBytes
              ? Effect.void
              : Effect.andThen(
                  resendRecorded(book, look, id),
                  Effect.suspend(() => lookAgain(id)),
                )
          })
        }),
      forget: (id) =>
        book.changeOne(id, (entry) =>
          isSettled(entry.state) ? entry : withState(entry, forgottenState, false),
        ),
      findDuplicate,
      watch: makeWatch(look),
      broadcast: makeBroadcast(deps, book, look, scope),
      record,
      send,
      isLeaving: (id) => leaving.has(id),
      replace,
      sendBatch,
      sign,
    }
  })

const signedState: EntryState = { _tag: "Signed" }
const forgottenState: EntryState = { _tag: "NotSent", text: "Given up. It may still be mined." }

/** Returns the outcome of a wallet that failed during the request: the transaction may have been sent. */
const toLostOutcome = (connectorId: string): SendOutcome => ({
  _tag: "Unknown",
  hash: null,
  error: new ConnectorError({ connectorId, reason: { _tag: "Failed", code: null, text: "" } }),
})
