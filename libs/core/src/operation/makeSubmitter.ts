import type { Connector, SendCheckpoint } from "@wmodal/chains"
import { Clock, SubscriptionRef, toPlainAddress } from "@wmodal/protocol"
import { Effect } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { notifyWhenSlow } from "../effects/notifyWhenSlow.ts"
import { reportDefects } from "../effects/reportDefects.ts"
import { runToEnd } from "../effects/runToEnd.ts"
import type { LedgerEntry } from "../ledger/Ledger.ts"
import type { DuplicateEntry } from "../ledger/LedgerWriter.ts"
import type { ReadProblem } from "../problems/ReadProblem.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import { type ChainDeps, loadChain } from "../services/loadChain.ts"
import {
  makeNewRecord,
  makeReplacementRecord,
  type OperationLedger,
  type RecordedRequest,
  type RequestRecord,
} from "./askWallet.ts"
import type { Acknowledged, OperationKind, OperationProgress, OperationReview } from "./Operation.ts"

export interface SubmitterDeps extends ChainDeps, Pick<EngineServices, "board"> {
  readonly ledger: OperationLedger
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
    /** Entries with an open replacement at a wallet. */
    const replacing = new Set<LedgerEntry["id"]>()
    const toRecord = (review: Review): RequestRecord => {
      const subject = kind.toSubject(review)
      return subject._tag === "Replacement"
        ? makeReplacementRecord(ledger, replacing, subject.entry)
        : makeNewRecord(ledger, { account: review.account, subject })
    }

    /** Checks that nothing prevents the request now. */
    const guard = (
      review: Review,
      passed: Acknowledged<Review>,
      record: RequestRecord,
    ): Effect.Effect<Connector, E> =>
      Effect.gen(function* () {
        const stops = review.stops.filter(({ _tag }) => !passed.includes(_tag))
        if (stops.length > 0) return yield* Effect.fail(kind.refuse({ _tag: "Stopped", stops }, review))
        const connector = deps.board.connectors.get(review.network.chainNamespace)
        if (connector === undefined || !kind.isCurrent(review))
          return yield* Effect.fail(kind.refuse({ _tag: "Changed" }, review))
        const duplicate = spent.get(review) ?? record.findDuplicate()
        if (duplicate !== undefined)
          return yield* Effect.fail(kind.refuse({ _tag: "Duplicate", entry: duplicate }, review))
        const expiry = kind.findExpiry?.(review, yield* Clock.currentTimeMillis) ?? null
        return expiry === null ? connector : yield* Effect.fail(expiry)
      })

    const refuseDuplicate = <A>(
      review: Review,
      step: Effect.Effect<A, DuplicateEntry>,
    ): Effect.Effect<A, E> =>
      Effect.mapError(catchDefects(step), (problem) =>
        problem._tag === "DuplicateEntry"
          ? kind.refuse({ _tag: "Duplicate", entry: problem.entry }, review)
          : kind.toError(problem, review),
      )

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
      ask: (record: RequestRecord, recorded: RecordedRequest) => Effect.Effect<A, E>,
    ): Effect.Effect<A, E> =>
      Effect.gen(function* () {
        const request = kind.toRequest(review)
        const record = toRecord(review)
        yield* guard(review, passed, record)
        yield* refuseDuplicate(review, record.lookUp)
        // The wallet chooses the transaction of a batch.
        const isMarked = request._tag === "Transaction" && record.takesCheckpoint
        const mark = isMarked ? yield* takeCheckpoint(review) : null
        return yield* runToEnd(scope)(
          Effect.gen(function* () {
            const connector = yield* guard(review, passed, record)
            const recording = record.make({
              network: review.network.caipNetworkId,
              connectorId: connector.id,
              transaction: request._tag === "Transaction" ? request.transaction : null,
              mark,
              ...(request._tag === "Batch" && { batch: request.id }),
            })
            const entry = yield* refuseDuplicate(review, recording)
            spent.set(review, entry.id)
            return yield* Effect.ensuring(
              Effect.suspend(() => ask(record, { connector, entry, request })),
              record.release,
            )
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
        begin(review, passed, (record, recorded) => {
          const { entry } = recorded
          const report = (progress: OperationProgress<E>) =>
            Effect.andThen(
              reportDefects(() => kind.onProgress?.(review, progress) ?? Effect.void),
              reportDefects(() => listener(progress)),
            )
          return report({ _tag: "Requested", entry }).pipe(
            Effect.andThen(
              notifyWhenSlow(allowRetry(review, record.ask(recorded)), report({ _tag: "Slow", entry })),
            ),
            Effect.tap((after) => report({ _tag: "Answered", entry: after })),
            Effect.tapError((error) => report({ _tag: "Unsent", entry, error })),
          )
        }),
      signOnly: (review, passed) =>
        begin(review, passed, (record, recorded) =>
          Effect.map(allowRetry(review, record.sign(recorded)), (raw) => ({
            raw,
            entry: entries().find(({ id }) => id === recorded.entry.id) ?? recorded.entry,
          })),
        ),
    }
  })

/** Requests what has no warnings. `onSlow` runs after 60 s without a response. */
export const submitWithoutStops =
  <Review extends OperationReview<never>, E>(submit: Submitter<Review, E>["submit"]) =>
  (review: Review, onSlow: Effect.Effect<void> = Effect.void): Effect.Effect<LedgerEntry, E> =>
    submit(review, [], ({ _tag }) => (_tag === "Slow" ? onSlow : Effect.void))
