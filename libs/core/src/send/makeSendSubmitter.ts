import { type AwaitingBroadcast, type Connector, ConnectorError, type SendOutcome } from "@wmodal/chains"
import { Clock, Effect, Fiber, Result, type Scope, SubscriptionRef } from "effect"
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

/** Whoever shows how it goes hears of it here, even after they no longer wait. */
export interface SubmitListener {
  /** It is recorded, and the wallet is asked right after. */
  readonly onRequested: (entry: LedgerEntry) => Effect.Effect<void>
  /** `error` says that nothing has left. */
  readonly onAnswered: (entry: LedgerEntry, error: SendError | null) => Effect.Effect<void>
}

const noListener: SubmitListener = { onRequested: () => Effect.void, onAnswered: () => Effect.void }

export interface SendSubmitter extends Pick<Send, "signOnly"> {
  /** As `Send.submit`. To interrupt it before `asked` asks nothing; after that the question goes on. */
  readonly submit: (
    review: SendReview,
    passed: AcknowledgedWarnings,
    hearing?: SubmitListener,
  ) => Effect.Effect<LedgerEntry, SendError>
}

/** Asks the wallet, once, in the engine's own scope. */
export const makeSendSubmitter = (deps: SendSubmitterDeps) =>
  Effect.gen(function* () {
    const { ledger } = deps
    const scope: Scope.Scope = yield* Effect.scope
    /** What a wallet was asked for, by its review: each is good for one payment. */
    const spent = new WeakMap<SendReview, LedgerEntry["id"]>()

    /** Nothing speaks against asking now. */
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

    /** A wallet may have sent what it says it did not, and what was late may have come: before it is asked for the same again, the chain is. */
    const lookForRefused = (review: SendReview): Effect.Effect<void, SendError> =>
      Effect.gen(function* () {
        const entries = () => SubscriptionRef.getUnsafe(ledger.entries)
        const last = entries().find((entry) => isSamePayment(entry, toPayment(review)))
        if (last === undefined || !isUndone(last)) return
        if ((yield* Clock.currentTimeMillis) - last.at > duplicateWindowMs) return
        // What cannot be found out now is as the wallet said.
        yield* Effect.result(catchDefects(ledger.checkAgain(last.id)))
        const after = entries().find(({ id }) => id === last.id)
        if (after !== undefined && !isUndone(after))
          return yield* makeSendError({ _tag: "Duplicate", entry: last.id })
      })

    /** Where the chain stands, unless it has changed so that the payment must not leave as it was looked at. */
    const markFor = ({ amount, holding, to, transaction }: SendReview) =>
      Effect.gen(function* () {
        const payer = yield* getPayer(deps)
        const { address: from } = payer
        const { actions, asking } = yield* loadChain(deps, payer)
        // Where fees can be raised, one payment may take the place of another that has the same coins meanwhile.
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
     * Up to here whoever asked may think better of it. What follows is apart from them: recorded and asked belong
     * together, and the answer is recorded whether or not anybody still waits for it.
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
          // What the wallet did not do may be tried again.
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
          // Of what is lost nobody knows yet whether it went well.
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

/** Why nothing has left: the wallet did not send it, or what it had signed was not taken. */
export const toUnsentError = (
  { unsent: because }: Pick<SubmissionResult, "unsent">,
  { error }: Extract<SendOutcome, { readonly _tag: "NotSent" }>,
): SendError => (because === undefined ? makeSendError({ _tag: "Wallet", error }) : toProblemError(because))

/** What breaks while a wallet sends may break after it has sent. */
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

/** Milliseconds in which somebody who is told that nothing was sent tries again. */
const duplicateWindowMs = 3_600_000

const isUndone = ({ state: { _tag } }: LedgerEntry): boolean =>
  _tag === "Declined" || _tag === "NotSent" || _tag === "Expired"
