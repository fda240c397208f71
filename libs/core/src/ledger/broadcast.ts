import { ConnectorError, type SendOutcome, sanitizeLine, TransferRefused } from "@wmodal/chains"
import type { BroadcastError } from "@wmodal/protocol"
import { Clock, Effect, Result, type Scope } from "effect"
import { surviving } from "../attempt/surviving.ts"
import type { ChainAtHand } from "../flows/askChain.ts"
import type { Surroundings } from "../flows/Surroundings.ts"
import type { EngineError } from "../problems/EngineError.ts"
import { type EntryState, isSettled, type Ledger } from "./Ledger.ts"
import type { Answered, Draft } from "./LedgerRoom.ts"
import { hashOf, moved, type Noted } from "./ledgerModel.ts"
import type { Book } from "./makeBook.ts"
import type { Look } from "./makeLook.ts"
import { newEntry } from "./newEntry.ts"

/** Signed bytes that somebody brought. They are looked for by their hash from before they leave. */
export const broadcastIn =
  (
    { board }: { readonly board: Pick<Surroundings["board"], "connectedOn"> },
    book: Book,
    look: Look,
  ): Ledger["broadcast"] =>
  ({ network, raw }) =>
    Effect.gen(function* () {
      const chain = yield* look.reach(network)
      const hash = yield* hashIn(chain, raw)
      const at = yield* Clock.currentTimeMillis
      const sent: EntryState = { _tag: "Sent", hash }
      const holder =
        board.connectedOn(chain.asking.network.chainNamespace)?.account.split(":")[2] ?? "unknown"
      const draft: Draft = {
        account: `${network}:${holder}`,
        network,
        connectorId: "",
        subject: { _tag: "Raw" },
        transaction: null,
        mark: null,
      }
      const entry = newEntry(draft, `raw-${hash}`, at, sent)
      const known = book
        .read()
        .find((one) => one.id === entry.id || (one.network === network && hashOf(one.state) === hash))
      const again = known !== undefined && known.state._tag !== "NotSent"
      const { id } = known ?? entry
      if (known === undefined) yield* book.change((all) => [entry, ...all])
      else if (!again) yield* book.changeOne(id, (now) => moved(now, sent, false))
      // What has left before may still be on its way, and so may what somebody has seen meanwhile.
      yield* Effect.tapError(leave(chain, raw), (error) =>
        again ? Effect.void : takeBack(book, id, notSent(saidIn(error))),
      )
      return book.viewOf(book.of(id) ?? entry)
    })

/** What came of a question. */
export type Told = Omit<Answered, "entry">

/**
 * Signed bytes that a wallet has left to be sent, for the entry that it was asked for. `unless`: where it is certain that
 * nothing has left, the entry stands there.
 */
export const leaveIn =
  (book: Book, look: Look, scope: Scope.Scope) =>
  (
    { connectorId, id, network }: Pick<Noted, "connectorId" | "id" | "network">,
    raw: string,
    unless: (said: string) => EntryState = notSent,
  ) =>
    Effect.gen(function* () {
      const chain = yield* look.reach(network)
      const hash = yield* hashIn(chain, raw)
      const sent: SendOutcome = { _tag: "Sent", hash }
      yield* book.changeOne(id, (now) => moved(now, sent, true))
      const isTaken = yield* Effect.tapError(leave(chain, raw), (error) =>
        takeBack(book, id, unless(saidIn(error))),
      )
      const isSought = () => {
        const state = book.of(id)?.state
        return state !== undefined && !isSettled(state) && hashOf(state) === hash
      }
      if (!isTaken) yield* Effect.forkIn(insist(chain, raw, isSought), scope)
      return { outcome: sent }
    }).pipe(
      Effect.catch((problem) => {
        const reason =
          problem._tag === "TransferRefused" && problem.reason._tag === "Malformed"
            ? ({ _tag: "Malformed", what: "a signed transaction" } as const)
            : ({
                _tag: "Failed",
                code: null,
                text: problem._tag === "EngineError" ? "" : saidIn(problem),
              } as const)
        const error = new ConnectorError({ connectorId, reason })
        return Effect.succeed<Told>({ outcome: { _tag: "NotSent", error }, unsent: problem })
      }),
    )

const hashIn = ({ actions, asking: { network } }: ChainAtHand, raw: string) => {
  const hash = actions.hashOf({ network, raw })
  return hash === null
    ? Effect.fail(new TransferRefused({ reason: { _tag: "Malformed" } }))
    : Effect.succeed(hash)
}

/** Milliseconds after which bytes of which nobody knows whether they have left are sent again. */
const insistence = [5_000, 20_000, 60_000] as const

/** Nobody else has what a wallet has only signed. To send the same bytes twice is to send them once. */
const insist = (chain: ChainAtHand, raw: string, isSought: () => boolean) =>
  Effect.forEach(
    insistence,
    (pause) =>
      Effect.delay(
        Effect.suspend(() => (isSought() ? Effect.exit(leave(chain, raw)) : Effect.void)),
        pause,
      ),
    { discard: true },
  )

/** Fails where it is certain that nothing has left this time. @returns whether it is certain that it has. */
const leave = ({ actions, asking }: ChainAtHand, raw: string): Effect.Effect<boolean, Unsent> =>
  Effect.gen(function* () {
    const leaving = Effect.suspend(() => actions.broadcast({ ...asking, raw }))
    const left = yield* Effect.result(surviving(leaving))
    if (Result.isFailure(left) && isUnsent(left.failure)) return yield* Effect.fail(left.failure)
    return Result.isSuccess(left)
  })

type Unsent = TransferRefused | BroadcastError

const isUnsent = (error: Unsent | EngineError): error is Unsent =>
  error._tag === "TransferRefused" || (error._tag === "BroadcastError" && error.reason._tag !== "Uncertain")

/** Unless somebody has seen it meanwhile. */
const takeBack = (book: Book, id: string, state: EntryState) =>
  book.changeOne(id, (now) => (now.state._tag === "Sent" ? moved(now, state, false) : now))

const notSent = (text: string): EntryState => ({ _tag: "NotSent", text })

/** What the chain said. */
const saidIn = ({ reason }: Unsent): string => ("text" in reason ? sanitizeLine(reason.text, 200) : "")
