import { type AwaitingBroadcast, type Connector, ConnectorError, type SendOutcome } from "@wmodal/chains"
import { SubscriptionRef } from "@wmodal/protocol"
import { Clock, Effect, Fiber, Result, type Scope } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import type { EngineServices } from "../flows/EngineServices.ts"
import { type ChainDeps, loadChain } from "../flows/loadChain.ts"
import type { LedgerEntry } from "../ledger/Ledger.ts"
import type { LedgerWriter, SubmissionResult } from "../ledger/LedgerWriter.ts"
import { isSamePayment } from "../ledger/ledgerModel.ts"
import { findSimulationProblem } from "./findSimulationProblem.ts"
import {
  getPayer,
  isReviewCurrent,
  makeSendError,
  type PayerDeps,
  toProblemError,
  toSendError,
  withChainContext,
} from "./payer.ts"
import type { AcknowledgedWarnings, Send, SendError, SendReview } from "./Send.ts"
import { emitSendEvent } from "./sendEvents.ts"

export type SendSubmitterDeps = PayerDeps &
  ChainDeps &
  Pick<EngineServices, "emit"> & {
    readonly ledger: Pick<
      LedgerWriter,
      "entries" | "findDuplicate" | "checkAgain" | "record" | "send" | "sign"
    >
  }

/** Receives the progress of a submission, even after its caller no longer waits. */
export interface SubmitListener {
  /** The entry is recorded, and the wallet receives the request right after. */
  readonly onRequested: (entry: LedgerEntry) => Effect.Effect<void>
  /** `error` means that nothing was sent. */
  readonly onAnswered: (entry: LedgerEntry, error: SendError | null) => Effect.Effect<void>
}

const noListener: SubmitListener = { onRequested: () => Effect.void, onAnswered: () => Effect.void }

export interface SendSubmitter extends Pick<Send, "signOnly"> {
  /**
   * Submits like `Send.submit`. Interruption before the callback `asked` cancels the request; after that it
   * continues.
   */
  readonly submit: (
    review: SendReview,
    passed: AcknowledgedWarnings,
    hearing?: SubmitListener,
  ) => Effect.Effect<LedgerEntry, SendError>
}

/** Sends the wallet request, once, in the engine's own scope. */
export const makeSendSubmitter = (deps: SendSubmitterDeps) =>
  Effect.gen(function* () {
    const { ledger } = deps
    const scope: Scope.Scope = yield* Effect.scope
    /** Reviews with a wallet request: each is valid for one payment. */
    const spent = new WeakMap<SendReview, LedgerEntry["id"]>()

    /** Checks that nothing prevents the request now. */
    const guard = (review: SendReview, passed: AcknowledgedWarnings): Effect.Effect<Connector, SendError> =>
      Effect.suspend(() => {
        const stops = review.stops.filter(({ _tag }) => !passed.includes(_tag))
        if (stops.length > 0) return Effect.fail(makeSendError({ _tag: "Stopped", stops }))
        const connector = deps.board.connectors.get(review.network.chainNamespace)
        if (connector === undefined || !isReviewCurrent(deps, review))
          return Effect.fail(makeSendError({ _tag: "Changed" }))
        const twin = spent.get(review) ?? ledger.findDuplicate(toPayment(review))?.id
        return twin === undefined
          ? Effect.succeed(connector)
          : Effect.fail(makeSendError({ _tag: "Duplicate", entry: twin }))
      })

    /**
     * Looks the last payment up before the same one is requested again: a wallet may have sent it despite its error, or
     * late.
     */
    const lookForRefused = (review: SendReview): Effect.Effect<void, SendError> =>
      Effect.gen(function* () {
        const entries = () => SubscriptionRef.getUnsafe(ledger.entries)
        const last = entries().find((entry) => isSamePayment(entry, toPayment(review)))
        if (last === undefined || !isUndone(last)) return
        if ((yield* Clock.currentTimeMillis) - last.at > duplicateWindowMs) return
        // A failed lookup leaves the wallet's report in effect.
        yield* Effect.result(catchDefects(ledger.checkAgain(last.id)))
        const after = entries().find(({ id }) => id === last.id)
        if (after !== undefined && !isUndone(after))
          return yield* makeSendError({ _tag: "Duplicate", entry: last.id })
      })

    /** Returns the chain's checkpoint, unless a change since the review forbids the payment. */
    const markFor = ({ amount, holding, to, transaction }: SendReview) =>
      Effect.gen(function* () {
        const payer = yield* getPayer(deps)
        const { address: from } = payer
        const { actions, asking } = yield* loadChain(deps, payer)
        // On chains with fee bumps, a payment may replace another one that spent the same UTXOs meanwhile.
        if (actions.bumpFee !== null) {
          const transfer = { from, to: to.address, token: holding.token.address, amount }
          const against = findSimulationProblem(
            yield* actions.simulate({ ...asking, transfer, transaction }),
            amount,
          )
          if (against !== null) return yield* makeSendError(against)
        }
        return yield* actions.takeCheckpoint({ ...asking, from })
      }).pipe(catchDefects, Effect.mapError(toSendError))

    /**
     * Marks the end of interruption. Recording and request belong together from here on, and the result is recorded
     * even if its caller no longer waits.
     */
    const begin = <A>(
      review: SendReview,
      passed: AcknowledgedWarnings,
      ask: (entry: LedgerEntry, connector: Connector) => Effect.Effect<A, SendError>,
    ): Effect.Effect<A, SendError> =>
      Effect.gen(function* () {
        yield* guard(review, passed)
        yield* lookForRefused(review)
        const marked = yield* markFor(review)
        const asking = Effect.gen(function* () {
          const connector = yield* guard(review, passed)
          const { account, amount, holding, network, to, transaction } = review
          const recording = ledger.record({
            account,
            network: network.caipNetworkId,
            connectorId: connector.id,
            subject: { _tag: "Transfer", token: holding.token, amount, to: to.address, toName: to.name },
            transaction,
            mark: marked,
          })
          const entry = yield* Effect.mapError(catchDefects(recording), toSendError)
          spent.set(review, entry.id)
          // A payment that the wallet rejected may be retried.
          return yield* Effect.tapError(ask(entry, connector), () => Effect.sync(() => spent.delete(review)))
        })
        return yield* Fiber.join(yield* Effect.forkIn(asking, scope, { startImmediately: true }))
      })

    const submit: SendSubmitter["submit"] = (review, passed, hearing = noListener) =>
      begin(review, passed, (entry, connector) =>
        Effect.gen(function* () {
          yield* emitSendEvent(deps, review, { _tag: "Initiated" })
          yield* hearing.onRequested(entry)
          const answered = yield* ledger.send(entry.id, requestPayment(connector, review))
          const { entry: after, outcome } = answered
          const { _tag } = after.state
          if (outcome._tag === "NotSent" && (_tag === "Declined" || _tag === "NotSent")) {
            const error = withChainContext(review.network)(toUnsentError(answered, outcome))
            yield* emitSendEvent(deps, review, { _tag: "Error", error })
            yield* hearing.onAnswered(after, error)
            return yield* error
          }
          // The success of a Lost payment is unknown.
          if (_tag !== "Lost") yield* emitSendEvent(deps, review, { _tag: "Success" })
          yield* hearing.onAnswered(after, null)
          return after
        }),
      )

    const signOnly: SendSubmitter["signOnly"] = (review, passed) =>
      begin(review, passed, (entry, connector) =>
        Effect.gen(function* () {
          const signing = Effect.flatMap(connector.calls, (calls) =>
            calls.signTransaction(toTransactionRequest(review)),
          )
          const raw = yield* Effect.mapError(ledger.sign(entry.id, catchDefects(signing)), (error) =>
            error._tag === "ConnectorError"
              ? makeSendError({ _tag: "Wallet", error })
              : toProblemError(error),
          )
          const after = SubscriptionRef.getUnsafe(ledger.entries).find(({ id }) => id === entry.id)
          return { raw, entry: after ?? entry }
        }),
      )

    const made: SendSubmitter = { submit, signOnly }
    return made
  })

/** Returns the reason why nothing was sent: the wallet did not send it, or its signed bytes were rejected. */
export const toUnsentError = (
  { unsent: because }: Pick<SubmissionResult, "unsent">,
  { error }: Extract<SendOutcome, { readonly _tag: "NotSent" }>,
): SendError => (because === undefined ? makeSendError({ _tag: "Wallet", error }) : toProblemError(because))

/** An unexpected error during the wallet request may occur after the broadcast. */
export const requestPayment = (
  { calls, id }: Connector,
  review: Pick<SendReview, "account" | "network" | "transaction">,
): Effect.Effect<AwaitingBroadcast | SendOutcome> =>
  Effect.gen(function* () {
    const broken = new ConnectorError({ connectorId: id, reason: { _tag: "Failed", code: null, text: "" } })
    const loaded = yield* Effect.result(catchDefects(calls))
    if (Result.isFailure(loaded)) {
      const error = loaded.failure._tag === "ConnectorError" ? loaded.failure : broken
      return { _tag: "NotSent", error }
    }
    return yield* Effect.catchDefect(
      Effect.suspend(() => loaded.success.sendTransaction(toTransactionRequest(review))),
      () => Effect.succeed<SendOutcome>({ _tag: "Unknown", hash: null, error: broken }),
    )
  })

const toTransactionRequest = ({
  account,
  network,
  transaction,
}: Pick<SendReview, "account" | "network" | "transaction">) => ({ account, network, transaction })

const toPayment = ({ account, amount, holding, to }: SendReview) => ({
  account,
  token: holding.token.address,
  amount,
  to: to.address,
})

/** Milliseconds within which a user usually retries after a failed payment. */
const duplicateWindowMs = 3_600_000

const isUndone = ({ state: { _tag } }: LedgerEntry): boolean =>
  _tag === "Declined" || _tag === "NotSent" || _tag === "Expired"
