import { type AwaitingBroadcast, type Connector, ConnectorError, type SendOutcome } from "@wmodal/chains"
import { Clock, Effect, Fiber, Result, type Scope, SubscriptionRef } from "effect"
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

/** Whoever shows how it goes hears of it here, even after they no longer wait. */
export interface SwapSubmitListener {
  /** It is recorded, and the wallet is asked right after. */
  readonly onRequested: (entry: LedgerEntry) => Effect.Effect<void>
  /** `error` says that nothing has left. */
  readonly onAnswered: (entry: LedgerEntry, error: SwapError | null) => Effect.Effect<void>
}

const noListener: SwapSubmitListener = { onRequested: () => Effect.void, onAnswered: () => Effect.void }

/** As `Swap.submit`. To interrupt it before `asked` asks nothing; after that the question goes on. */
export type SubmitSwap = (
  review: SwapReview,
  passed: AcknowledgedSwapWarnings,
  hearing?: SwapSubmitListener,
) => Effect.Effect<LedgerEntry, SwapError>

/** Asks the wallet for the first step, or for the batch, once, in the engine's own scope. */
export const makeSubmitSwap = (deps: SubmitSwapDeps) =>
  Effect.gen(function* () {
    const { ledger } = deps
    const scope: Scope.Scope = yield* Effect.scope
    /** What a wallet was asked for, by its review: each is good for one question. */
    const spent = new WeakMap<SwapReview, LedgerEntry["id"]>()
    const entries = () => SubscriptionRef.getUnsafe(ledger.entries)

    /** Nothing speaks against asking now. */
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

    /** A wallet may have sent what it says it did not: before it is asked for the same again, the chain is. */
    const lookForRefused = (review: SwapReview): Effect.Effect<void, SwapError> =>
      Effect.gen(function* () {
        const last = entries().find((entry) => isSameStep(entry, review))
        if (last === undefined || !isRefused(last)) return
        if ((yield* Clock.currentTimeMillis) - last.at > duplicateWindowMs) return
        // What cannot be found out now is as the wallet said.
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

    /** Fails where nothing has left. */
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
        // Up to here whoever asked may think better of it. What follows is apart from them: recorded and asked belong
        // together, and the answer is recorded whether or not anybody still waits for it.
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
            // What the wallet did not do may be tried again.
            spent.delete(review)
            const error = makeSwapError({ _tag: "Wallet", error: answer.failure })
            yield* emitSwapEvent(deps, review, { _tag: swaps ? "Error" : "ApprovalError", error })
            yield* hearing.onAnswered(entry, error)
            return yield* error
          }
          const after = answer.success
          // Of what is lost nobody knows yet whether it went well, and what failed on the chain did not.
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

/** Milliseconds in which somebody who is told that nothing was sent tries again. */
const duplicateWindowMs = 3_600_000

const isRefused = ({ state: { _tag } }: LedgerEntry): boolean => _tag === "Declined" || _tag === "NotSent"

const toSwapAction = ({ quote, router }: SwapReview): RequestedAction => {
  const { amount, destination, minimum, source } = quote
  return { _tag: "Swap", source, destination, amount, minimum, router }
}

/** What the first step is. */
const toStepAction = (review: SwapReview): RequestedAction => {
  const { quote, router, steps } = review
  return steps[0].kind === "swap"
    ? toSwapAction(review)
    : { _tag: "Approval", token: quote.source, amount: getApprovedAmount(review), spender: router }
}

/** Whether it asks for what the review is about to ask for. */
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

/** What breaks while a wallet sends may break after it has sent. */
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

/** Asks for all steps at once. */
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
