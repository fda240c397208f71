import { ConnectorError, type SendOutcome } from "@wmodal/chains"
import { Clock, Deferred, Effect, Fiber, Result, type Scope } from "effect"
import { tellWhenSlow } from "../attempt/slow.ts"
import { surviving } from "../attempt/surviving.ts"
import type { ChainSurroundings } from "../flows/askChain.ts"
import type { Surroundings } from "../flows/Surroundings.ts"
import { SendError } from "../send/Send.ts"
import { broadcastIn, leaveIn, type Told } from "./broadcast.ts"
import { type EntryState, isSettled, type Ledger, type LedgerEntry } from "./Ledger.ts"
import type { LedgerRoom } from "./LedgerRoom.ts"
import {
  answered,
  batchRefused,
  isBeforeBatch,
  isFindable,
  isSamePayment,
  isTwin,
  moved,
  type Noted,
  refused,
  taken,
  waitedFor,
} from "./ledgerModel.ts"
import { makeBook } from "./makeBook.ts"
import { type Following, makeFollowing } from "./makeFollowing.ts"
import { makeLook } from "./makeLook.ts"
import { newEntry, newId } from "./newEntry.ts"
import { followIn, watchOver } from "./watch.ts"

interface Around extends Pick<Surroundings, "storage" | "warn">, ChainSurroundings {
  readonly board: Pick<Surroundings["board"], "connectedOn" | "connectors">
  readonly networks: Pick<Surroundings["networks"], "configured">
}

export const makeLedger = (around: Around): Effect.Effect<LedgerRoom, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const look = makeLook(around)
    let following: Following | null = null
    const tend = Effect.suspend(() => following?.tend ?? Effect.void)
    const book = yield* makeBook(around, tend)
    const followers = yield* makeFollowing(book, look)
    following = followers
    yield* tend

    /** Of those that are asked now, also what has made room for others at once. */
    const made = new Map<string, Noted>()
    const known = (id: string): Noted => {
      const entry = book.of(id) ?? made.get(id) ?? null
      if (entry === null) throw new Error(`No entry ${id}`)
      return entry
    }

    // What a wallet still shows can be approved, whatever is known of its place on the chain.
    const mayCome = (entry: Noted) => !isSettled(entry.state) || book.asking.has(entry.id)
    const twinOf: Ledger["twinOf"] = (payment) => {
      const twin = book.read().find((entry) => mayCome(entry) && isSamePayment(entry, payment))
      return twin === undefined ? null : book.viewOf(twin)
    }

    let last = -1
    const note: LedgerRoom["note"] = (draft) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        // Two of one moment stay in the order in which they were asked for.
        last = now <= last && last - now < 1_000 ? last + 1 : now
        const entry = newEntry(draft, newId(), last, { _tag: "Asked" })
        book.asking.set(entry.id, "early")
        made.set(entry.id, entry)
        return Effect.as(
          book.change((all) => [entry, ...all]),
          book.viewOf(entry),
        )
      })

    // Looked and written in one go, so that no other tab comes between.
    const record: LedgerRoom["record"] = (draft) =>
      Effect.suspend(() => {
        const twin = book.read().find((entry) => mayCome(entry) && isTwin(entry, draft))
        return twin === undefined ? note(draft) : new SendError({ reason: { _tag: "Twin", entry: twin.id } })
      })

    /** Runs apart from whoever waits for it, and is recorded before they hear of it. */
    const ask = <A>(
      id: string,
      question: Effect.Effect<A>,
      told: (entry: Noted, answer: A) => Noted,
    ): Effect.Effect<{ readonly answer: A; readonly entry: LedgerEntry }> =>
      Effect.gen(function* () {
        let after = yield* Effect.sync(() => known(id))
        // A page that is gone asks nobody anything.
        if (scope.state._tag === "Closed") return yield* Effect.interrupt
        const heard = Deferred.makeUnsafe<A>()
        const late = Effect.suspend(() => {
          book.asking.set(id, "late")
          return tend
        })
        yield* tellWhenSlow(question, late).pipe(
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
        // Where the clock was set back, what is settled may have made room at once.
        return { answer, entry: book.viewOf(book.of(id) ?? after) }
      })

    const leaving = new Set<string>()
    const leaveSigned = leaveIn(book, look, scope)
    const leave: typeof leaveSigned = (entry, ...rest) =>
      Effect.suspend(() => {
        leaving.add(entry.id)
        const done = Effect.sync(() => leaving.delete(entry.id))
        return Effect.ensuring(leaveSigned(entry, ...rest), done)
      })
    const send: LedgerRoom["send"] = (id, question) => {
      const sent = Effect.flatMap(question, (outcome) =>
        outcome._tag === "LeftToSend" ? leave(known(id), outcome.raw) : Effect.succeed<Told>({ outcome }),
      )
      const surely = Effect.catchDefect(sent, () =>
        Effect.sync((): Told => ({ outcome: unheard(known(id).connectorId) })),
      )
      const timed = Effect.flatMap(surely, (told) =>
        Effect.map(Clock.currentTimeMillis, (now) => ({ now, told })),
      )
      return Effect.map(
        ask(id, timed, (entry, { now, told: { outcome } }) => answered(waitedFor(entry, now), outcome)),
        ({ answer, entry }) => ({ ...answer.told, entry }),
      )
    }

    const replace: LedgerRoom["replace"] = (id, question) =>
      Effect.gen(function* () {
        const before = known(id)
        const unheardOf = unheard(before.connectorId)
        const asking = Effect.catchDefect(question, () => Effect.succeed(unheardOf)).pipe(
          Effect.flatMap((outcome): Effect.Effect<Told> => {
            const entry = book.of(id) ?? before
            if (outcome._tag !== "LeftToSend") return Effect.succeed({ outcome })
            // What is mined by now needs nothing in its place.
            return isSettled(entry.state)
              ? Effect.succeed({ outcome: unheardOf })
              : leave(entry, outcome.raw, () => entry.state)
          }),
          Effect.tap(({ outcome }) =>
            book.changeOne(id, (entry) =>
              outcome._tag === "NotSent" || outcome.hash === null || isSettled(entry.state)
                ? entry
                : answered(entry, outcome),
            ),
          ),
        )
        const told = yield* Fiber.join(yield* Effect.forkIn(asking, scope, { startImmediately: true }))
        return { ...told, entry: book.viewOf(book.of(id) ?? before) }
      })

    const sendBatch: LedgerRoom["sendBatch"] = (id, question) =>
      Effect.flatMap(
        ask(id, Effect.result(surviving(question)), (entry, answer) =>
          Result.isSuccess(answer) ? taken(entry, answer.success) : batchRefused(entry, answer.failure),
        ),
        ({ answer, entry }) =>
          Result.isFailure(answer) && isBeforeBatch(answer.failure)
            ? Effect.fail(answer.failure)
            : Effect.succeed(entry),
      )

    const sign: LedgerRoom["sign"] = (id, question) =>
      Effect.flatMap(
        ask(id, Effect.result(surviving(question)), (entry, answer) =>
          moved(entry, Result.isSuccess(answer) ? signed : refused(answer.failure), false),
        ),
        ({ answer }) => Effect.fromResult(answer),
      )

    return {
      entries: book.entries,
      follow: followIn(book.entries),
      checkAgain: (id) =>
        Effect.suspend(() => {
          const entry = book.of(id)
          return entry === null || !isFindable(entry) ? Effect.void : followers.lookAt(entry)
        }),
      twinOf,
      watch: watchOver(look),
      broadcast: broadcastIn(around, book, look),
      note,
      record,
      send,
      isLeaving: (id) => leaving.has(id),
      replace,
      sendBatch,
      sign,
    }
  })

const signed: EntryState = { _tag: "Signed" }

/** A wallet that broke while it was asked: nobody knows whether anything has left. */
const unheard = (connectorId: string): SendOutcome => ({
  _tag: "Unknown",
  hash: null,
  error: new ConnectorError({ connectorId, reason: { _tag: "Failed", code: null, text: "" } }),
})
