import { ConnectorError, type SendOutcome } from "@wmodal/chains"
import { Clock, Deferred, Effect, Result, type Scope } from "effect"
import { tellWhenSlow } from "../attempt/slow.ts"
import { surviving } from "../attempt/surviving.ts"
import type { ChainSurroundings } from "../flows/askChain.ts"
import type { Surroundings } from "../flows/Surroundings.ts"
import { SendError } from "../send/Send.ts"
import { broadcastIn } from "./broadcast.ts"
import { type EntryState, isSettled, type Ledger } from "./Ledger.ts"
import type { LedgerRoom } from "./LedgerRoom.ts"
import { answered, isSamePayment, moved, type Noted, refused } from "./ledgerModel.ts"
import { makeBook } from "./makeBook.ts"
import { type Following, makeFollowing } from "./makeFollowing.ts"
import { isFindable, makeLook } from "./makeLook.ts"
import { newEntry, newId } from "./newEntry.ts"
import { followIn, watchOver } from "./watch.ts"

interface Around extends Pick<Surroundings, "storage" | "warn">, ChainSurroundings {
  readonly board: Pick<Surroundings["board"], "connectedOn">
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

    const entryOf = (id: string) =>
      Effect.sync(() => {
        const entry = book.of(id)
        if (entry === null) throw new Error(`No entry ${id}`)
        return book.viewOf(entry)
      })

    const twinOf: Ledger["twinOf"] = (payment) => {
      // What a wallet still shows can be approved, whatever is known of its place on the chain.
      const twin = book
        .read()
        .find(
          (entry) => (!isSettled(entry.state) || book.asking.has(entry.id)) && isSamePayment(entry, payment),
        )
      return twin === undefined ? null : book.viewOf(twin)
    }

    const note: LedgerRoom["note"] = (draft) =>
      Effect.flatMap(Clock.currentTimeMillis, (at) => {
        const entry = newEntry(draft, newId(), at, { _tag: "Asked" })
        book.asking.set(entry.id, "early")
        return Effect.andThen(
          book.change((all) => [entry, ...all]),
          entryOf(entry.id),
        )
      })

    // Looked and written in one go, so that no other tab comes between.
    const record: LedgerRoom["record"] = (draft) =>
      Effect.suspend(() => {
        const { account, subject } = draft
        const twin =
          subject._tag === "Transfer"
            ? twinOf({ account, token: subject.token.address, amount: subject.amount, to: subject.to })
            : null
        return twin === null ? note(draft) : new SendError({ reason: { _tag: "Twin", entry: twin.id } })
      })

    /** Runs apart from whoever waits for it, and is recorded before they hear of it. */
    const ask = <A>(
      id: string,
      question: Effect.Effect<A>,
      after: (entry: Noted, answer: A) => Noted,
    ): Effect.Effect<A> =>
      Effect.gen(function* () {
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
            return book.changeOne(id, (entry) => after(entry, answer))
          }),
          Effect.onExit((exit) => Deferred.done(heard, exit)),
          Effect.forkIn(scope, { startImmediately: true }),
        )
        return yield* Deferred.await(heard)
      })

    const send: LedgerRoom["send"] = (id, question) =>
      Effect.gen(function* () {
        const { connectorId } = yield* entryOf(id)
        const surely = Effect.catchDefect(question, () => Effect.succeed(unheard(connectorId)))
        const outcome = yield* ask(id, surely, answered)
        return { entry: yield* entryOf(id), outcome }
      })

    const sign: LedgerRoom["sign"] = (id, question) =>
      Effect.flatMap(
        ask(id, Effect.result(surviving(question)), (entry, answer) =>
          moved(entry, Result.isSuccess(answer) ? signed : refused(answer.failure), false),
        ),
        Effect.fromResult,
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
