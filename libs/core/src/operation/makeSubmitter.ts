import type { Connector, SendCheckpoint } from "@wmodal/chains"
import { Clock, SubscriptionRef, toPlainAddress } from "@wmodal/protocol"
import { Effect } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { runToEnd } from "../effects/runToEnd.ts"
import type { LedgerEntry } from "../ledger/Ledger.ts"
import type { LedgerWriter } from "../ledger/LedgerWriter.ts"
import { isDuplicate } from "../ledger/ledgerModel.ts"
import type { ReadProblem } from "../problems/ReadProblem.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import { type ChainDeps, loadChain } from "../services/loadChain.ts"
import { askForSignature, askWallet } from "./askWallet.ts"
import type { Acknowledged, OperationKind, OperationProgress, OperationReview } from "./Operation.ts"

export interface SubmitterDeps extends ChainDeps, Pick<EngineServices, "board"> {
  readonly ledger: Pick<
    LedgerWriter,
    "entries" | "findDuplicate" | "checkAgain" | "record" | "send" | "sendBatch" | "sign"
  >
}

/** Receives the progress of a submission, even after its caller no longer waits. */
export type SubmitListener<E> = (progress: OperationProgress<E>) => Effect.Effect<void>

/** Sends the wallet requests of one kind. Each review is valid for one. */
export interface Submitter<Review extends OperationReview, E> {
  /**
   * Requests the operation from the wallet, once. Interruption before `Requested` cancels the request; after that it
   * continues. @returns the entry after the wallet's response.
   */
  readonly submit: (
    review: Review,
    passed: Acknowledged<Review>,
    listener?: SubmitListener<E>,
  ) => Effect.Effect<LedgerEntry, E>
  /** Requests the signed bytes of a transaction, and broadcasts nothing. */
  readonly signOnly: (
    review: Review,
    passed: Acknowledged<Review>,
  ) => Effect.Effect<{ readonly raw: string; readonly entry: LedgerEntry }, E>
}

/** Milliseconds within which a user usually retries after a failed operation. */
const duplicateWindowMs = 3_600_000

const isUndone = ({ state: { _tag } }: LedgerEntry): boolean =>
  _tag === "Declined" || _tag === "NotSent" || _tag === "Expired"

/** Checks, records, requests and reports the operations of one kind, in the engine's own scope. */
export const makeSubmitter = <Review extends OperationReview, E>(
  deps: SubmitterDeps,
  kind: OperationKind<Review, E>,
) =>
  Effect.map(Effect.scope, (scope): Submitter<Review, E> => {
    const { ledger } = deps
    /** Reviews with a wallet request: each is valid for one. */
    const spent = new WeakMap<Review, LedgerEntry["id"]>()
    const entries = () => SubscriptionRef.getUnsafe(ledger.entries)
    const toAction = (review: Review) => ({ account: review.account, subject: kind.toSubject(review) })

    /** Checks that nothing prevents the request now. */
    const guard = (review: Review, passed: Acknowledged<Review>): Effect.Effect<Connector, E> =>
      Effect.gen(function* () {
        const stops = review.stops.filter(({ _tag }) => !passed.includes(_tag))
        if (stops.length > 0) return yield* Effect.fail(kind.refuse({ _tag: "Stopped", stops }, review))
        const connector = deps.board.connectors.get(review.network.chainNamespace)
        if (connector === undefined || !kind.isCurrent(review))
          return yield* Effect.fail(kind.refuse({ _tag: "Changed" }, review))
        const duplicate = spent.get(review) ?? ledger.findDuplicate(toAction(review))?.id
        if (duplicate !== undefined)
          return yield* Effect.fail(kind.refuse({ _tag: "Duplicate", entry: duplicate }, review))
        const expiry = kind.findExpiry?.(review, yield* Clock.currentTimeMillis) ?? null
        return expiry === null ? connector : yield* Effect.fail(expiry)
      })

    /**
     * Looks the last operation up before the same one is requested again: a wallet may have sent it despite its error,
     * or late.
     */
    const lookUpEarlier = (review: Review): Effect.Effect<void, E> =>
      Effect.gen(function* () {
        const last = entries().find((entry) => isDuplicate(entry, toAction(review)))
        if (last === undefined || !isUndone(last)) return
        if ((yield* Clock.currentTimeMillis) - last.at > duplicateWindowMs) return
        // A failed lookup leaves the wallet's report in effect.
        yield* Effect.result(catchDefects(ledger.checkAgain(last.id)))
        const after = entries().find(({ id }) => id === last.id)
        if (after !== undefined && !isUndone(after))
          return yield* Effect.fail(kind.refuse({ _tag: "Duplicate", entry: last.id }, review))
      })

    /** Returns the chain's checkpoint, unless a change since the review forbids the operation. */
    const takeCheckpoint = (review: Review): Effect.Effect<SendCheckpoint | null, E> =>
      Effect.gen(function* () {
        const chain = yield* loadChain(deps, { network: review.network, known: true })
        const from = toPlainAddress(review.account)
        const change = kind.findChange === undefined ? null : yield* kind.findChange(review, chain, from)
        if (change !== null) return Effect.fail(change)
        return Effect.succeed(yield* chain.actions.takeCheckpoint({ ...chain.asking, from }))
      }).pipe(
        catchDefects,
        Effect.catch((problem) =>
          Effect.succeed(
            kind.isCheckpointOptional === true
              ? Effect.succeed(null)
              : Effect.fail(kind.toError(problem, review)),
          ),
        ),
        Effect.flatten,
      )

    /** Records the request and makes it: from the record on, an interruption of the caller changes nothing. */
    const begin = <A>(
      review: Review,
      passed: Acknowledged<Review>,
      ask: (asked: Parameters<typeof askWallet>[1]) => Effect.Effect<A, E>,
    ): Effect.Effect<A, E> =>
      Effect.gen(function* () {
        const request = kind.toRequest(review)
        yield* guard(review, passed)
        yield* lookUpEarlier(review)
        // The wallet chooses the transaction of a batch.
        const mark = request._tag === "Transaction" ? yield* takeCheckpoint(review) : null
        return yield* runToEnd(scope)(
          Effect.gen(function* () {
            const connector = yield* guard(review, passed)
            const recording = ledger.record({
              ...toAction(review),
              network: review.network.caipNetworkId,
              connectorId: connector.id,
              transaction: request._tag === "Transaction" ? request.transaction : null,
              mark,
              ...(request._tag === "Batch" && { batch: request.id }),
            })
            const entry = yield* Effect.mapError(catchDefects(recording), (problem) =>
              problem._tag === "DuplicateEntry"
                ? kind.refuse({ _tag: "Duplicate", entry: problem.entry }, review)
                : kind.toError(problem, review),
            )
            spent.set(review, entry.id)
            return yield* ask({ connector, entry, request })
          }),
        )
      })

    /** An operation that the wallet rejected may be retried. */
    const allowRetry = <A, Problem extends ReadProblem>(
      review: Review,
      asking: Effect.Effect<A, Problem>,
    ): Effect.Effect<A, E> =>
      Effect.mapError(asking, (problem) => {
        spent.delete(review)
        return kind.toError(problem, review)
      })

    return {
      submit: (review, passed, listener = () => Effect.void) =>
        begin(review, passed, (asked) => {
          const { entry } = asked
          const report = (progress: OperationProgress<E>) =>
            Effect.andThen(kind.onProgress(review, progress), listener(progress))
          return report({ _tag: "Requested", entry }).pipe(
            Effect.andThen(allowRetry(review, askWallet(ledger, asked))),
            Effect.tap((after) => report({ _tag: "Answered", entry: after })),
            Effect.tapError((error) => report({ _tag: "Unsent", entry, error })),
          )
        }),
      signOnly: (review, passed) =>
        begin(review, passed, (asked) =>
          Effect.map(allowRetry(review, askForSignature(ledger, asked)), (raw) => ({
            raw,
            entry: entries().find(({ id }) => id === asked.entry.id) ?? asked.entry,
          })),
        ),
    }
  })
