import { type AwaitingBroadcast, type Connector, ConnectorError, type SendOutcome } from "@wmodal/chains"
import { SubscriptionRef } from "@wmodal/protocol"
import { Clock, Effect, Fiber, Result, type Scope } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import type { EngineServices } from "../flows/EngineServices.ts"
import { type ChainDeps, loadChain } from "../flows/loadChain.ts"
import type { LedgerEntry, RequestedAction } from "../ledger/Ledger.ts"
import type { LedgerWriter } from "../ledger/LedgerWriter.ts"
import { generateBatchId } from "../ledger/makeEntry.ts"
import { getPayer, isReviewCurrent, type PayerDeps } from "../send/payer.ts"
import type { BatchRejections } from "./BatchRejections.ts"
import { getApprovedAmount } from "./makePrepareSwap.ts"
import { isSameToken } from "./makeSwapTokenStore.ts"
import type { AcknowledgedSwapWarnings, SwapError, SwapReview } from "./Swap.ts"
import { makeSwapError, toSwapError } from "./swapErrors.ts"
import { emitSwapEvent } from "./swapEvents.ts"

export type SubmitSwapDeps = PayerDeps &
  ChainDeps &
  Pick<EngineServices, "emit"> & {
    readonly batchless: Pick<BatchRejections, "add">
    readonly ledger: Pick<LedgerWriter, "entries" | "checkAgain" | "record" | "send" | "sendBatch">
  }

/** Receives the progress of a submission, even after its caller no longer waits. */
export interface SwapSubmitListener {
  /** The entry is recorded, and the wallet receives the request right after. */
  readonly onRequested: (entry: LedgerEntry) => Effect.Effect<void>
  /** `error` means that nothing was sent. */
  readonly onAnswered: (entry: LedgerEntry, error: SwapError | null) => Effect.Effect<void>
}

const noListener: SwapSubmitListener = { onRequested: () => Effect.void, onAnswered: () => Effect.void }

/** Submits like `Swap.submit`. Interruption before `asked` cancels the request; after that it continues. */
export type SubmitSwap = (
  review: SwapReview,
  passed: AcknowledgedSwapWarnings,
  hearing?: SwapSubmitListener,
) => Effect.Effect<LedgerEntry, SwapError>

/** Requests the first step, or the batch, from the wallet once, in the engine's own scope. */
export const makeSubmitSwap = (deps: SubmitSwapDeps) =>
  Effect.gen(function* () {
    const { ledger } = deps
    const scope: Scope.Scope = yield* Effect.scope
    /** Reviews with a wallet request: each is valid for one request. */
    const spent = new WeakMap<SwapReview, LedgerEntry["id"]>()
    const entries = () => SubscriptionRef.getUnsafe(ledger.entries)

    /** Checks that nothing prevents the request now. */
    const guard = (
      review: SwapReview,
      passed: AcknowledgedSwapWarnings,
    ): Effect.Effect<Connector, SwapError> =>
      Effect.gen(function* () {
        const stops = review.stops.filter(({ _tag }) => !passed.includes(_tag))
        if (stops.length > 0) return yield* makeSwapError({ _tag: "Stopped", stops })
        const connector = deps.board.connectors.get(review.network.chainNamespace)
        if (connector === undefined || !isReviewCurrent(deps, review))
          return yield* makeSwapError({ _tag: "Changed" })
        const twin = spent.get(review)
        if (twin !== undefined) return yield* makeSwapError({ _tag: "Duplicate", entry: twin })
        if ((yield* Clock.currentTimeMillis) >= review.until) return yield* makeSwapError({ _tag: "Stale" })
        return connector
      })

    /** Looks the last entry up before the same one is requested again: a wallet may have sent it despite its error. */
    const lookForRefused = (review: SwapReview): Effect.Effect<void, SwapError> =>
      Effect.gen(function* () {
        const last = entries().find((entry) => isSameStep(entry, review))
        if (last === undefined || !isRefused(last)) return
        if ((yield* Clock.currentTimeMillis) - last.at > duplicateWindowMs) return
        // A failed lookup leaves the wallet's report in effect.
        yield* Effect.result(catchDefects(ledger.checkAgain(last.id)))
        const after = entries().find(({ id }) => id === last.id)
        if (after !== undefined && !isRefused(after))
          return yield* makeSwapError({ _tag: "Duplicate", entry: last.id })
      })

    const mark = Effect.gen(function* () {
      const payer = yield* getPayer(deps)
      const { actions, asking } = yield* loadChain(deps, payer)
      return yield* actions.takeCheckpoint({ ...asking, from: payer.address })
    }).pipe(catchDefects, Effect.mapError(toSwapError("send")))

    /** Fails if nothing was sent. */
    const ask = (
      { id, batch }: LedgerEntry,
      connector: Connector,
      review: SwapReview,
    ): Effect.Effect<LedgerEntry, ConnectorError> =>
      Effect.gen(function* () {
        if (batch !== undefined) return yield* ledger.sendBatch(id, requestBatch(connector, review, batch))
        const { entry, outcome } = yield* ledger.send(id, requestStep(connector, review))
        const { _tag } = entry.state
        if (outcome._tag === "NotSent" && (_tag === "Declined" || _tag === "NotSent"))
          return yield* outcome.error
        return entry
      })

    const submit: SubmitSwap = (review, passed, hearing = noListener) =>
      Effect.gen(function* () {
        yield* guard(review, passed)
        yield* lookForRefused(review)
        const marked = yield* mark
        // Interruption ends here. Recording and request belong together, and the result is recorded even if its caller
        // no longer waits.
        const asking = Effect.gen(function* () {
          const connector = yield* guard(review, passed)
          const { account, network, path, steps } = review
          const [step] = steps
          const whole = path._tag === "Batch"
          const recording = ledger.record({
            account,
            network: network.caipNetworkId,
            connectorId: connector.id,
            subject: whole ? toSwapAction(review) : toStepAction(review),
            transaction: step.transaction,
            mark: marked,
            ...(whole ? { batch: generateBatchId() } : {}),
          })
          const entry = yield* Effect.mapError(catchDefects(recording), toSwapError("send"))
          spent.set(review, entry.id)
          const swaps = whole || step.kind === "swap"
          if (swaps) yield* emitSwapEvent(deps, review, { _tag: "Initiated" })
          yield* hearing.onRequested(entry)
          const answer = yield* Effect.result(ask(entry, connector, review))
          if (Result.isFailure(answer)) {
            if (whole && answer.failure.reason._tag === "Unsupported")
              deps.batchless.add(connector.id, account)
            // A step that the wallet rejected may be retried.
            spent.delete(review)
            const error = makeSwapError({ _tag: "Wallet", error: answer.failure })
            yield* emitSwapEvent(deps, review, { _tag: swaps ? "Error" : "ApprovalError", error })
            yield* hearing.onAnswered(entry, error)
            return yield* error
          }
          const after = answer.success
          // The success of a Lost swap is unknown, and a swap that failed on the chain is not a success.
          if (swaps && /^(Taken|Sent|Confirmed)$/.test(after.state._tag))
            yield* emitSwapEvent(deps, review, { _tag: "Success" })
          yield* hearing.onAnswered(after, null)
          return after
        })
        return yield* Fiber.join(yield* Effect.forkIn(asking, scope, { startImmediately: true }))
      })
    return submit
  })

const makeBrokenOutcome = ({ id }: Connector) =>
  new ConnectorError({ connectorId: id, reason: { _tag: "Failed", code: null, text: "" } })

/** Milliseconds within which a user usually retries after a failed swap. */
const duplicateWindowMs = 3_600_000

const isRefused = ({ state: { _tag } }: LedgerEntry): boolean => _tag === "Declined" || _tag === "NotSent"

const toSwapAction = ({ quote, router }: SwapReview): RequestedAction => {
  const { amount, destination, minimum, source } = quote
  return { _tag: "Swap", source, destination, amount, minimum, router }
}

/** Returns the action of the first step. */
const toStepAction = (review: SwapReview): RequestedAction => {
  const { quote, router, steps } = review
  return steps[0].kind === "swap"
    ? toSwapAction(review)
    : { _tag: "Approval", token: quote.source, amount: getApprovedAmount(review), spender: router }
}

/** Returns whether the entry has the same action as the review. */
const isSameStep = ({ account, subject }: LedgerEntry, review: SwapReview): boolean => {
  const { path, quote, router, steps } = review
  if (account.toLowerCase() !== review.account.toLowerCase()) return false
  return steps[0].kind !== "swap" && path._tag !== "Batch"
    ? subject._tag === "Approval" &&
        isSameToken(subject.token, quote.source) &&
        subject.spender === router &&
        subject.amount === getApprovedAmount(review)
    : subject._tag === "Swap" &&
        isSameToken(subject.source, quote.source) &&
        isSameToken(subject.destination, quote.destination) &&
        subject.amount === quote.amount
}

/** An unexpected error during the wallet request may occur after the broadcast. */
const requestStep = (
  connector: Connector,
  { account, network, steps }: SwapReview,
): Effect.Effect<AwaitingBroadcast | SendOutcome> =>
  Effect.gen(function* () {
    const [{ transaction }] = steps
    const loaded = yield* Effect.result(catchDefects(connector.calls))
    if (Result.isFailure(loaded) || transaction === null) {
      const failure = Result.isFailure(loaded) ? loaded.failure : makeBrokenOutcome(connector)
      return {
        _tag: "NotSent",
        error: failure._tag === "ConnectorError" ? failure : makeBrokenOutcome(connector),
      }
    }
    return yield* Effect.catchDefect(
      Effect.suspend(() => loaded.success.sendTransaction({ account, network, transaction })),
      () => Effect.succeed<SendOutcome>({ _tag: "Unknown", hash: null, error: makeBrokenOutcome(connector) }),
    )
  })

/** Requests all steps at once. */
const requestBatch = (
  connector: Connector,
  { account, network, steps: [first, ...others] }: SwapReview,
  id: string,
): Effect.Effect<string, ConnectorError> =>
  Effect.flatMap(connector.calls, (calls) =>
    calls.sendCalls({
      account,
      network,
      calls: [first.call, ...others.map(({ call }) => call)],
      atomicRequired: true,
      id,
    }),
  )
