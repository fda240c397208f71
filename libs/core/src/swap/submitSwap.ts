import { type Connector, ConnectorError, type LeftToSend, type SendOutcome } from "@wmodal/chains"
import { Clock, Effect, Fiber, Result, type Scope, SubscriptionRef } from "effect"
import { surviving } from "../attempt/surviving.ts"
import { askChain, type ChainSurroundings } from "../flows/askChain.ts"
import type { Surroundings } from "../flows/Surroundings.ts"
import type { LedgerEntry, Subject } from "../ledger/Ledger.ts"
import type { LedgerRoom } from "../ledger/LedgerRoom.ts"
import { newBatchId } from "../ledger/newEntry.ts"
import { type Around, payerOf, stillPays } from "../send/payer.ts"
import { announce } from "./announced.ts"
import type { Batchless } from "./Batchless.ts"
import { isSameToken } from "./makeTokens.ts"
import { approvedBy } from "./prepareSwap.ts"
import type { SwapError, SwapPassed, SwapReview } from "./Swap.ts"
import { asSwapError, refuse } from "./swapError.ts"

export type SubmitSurroundings = Around &
  ChainSurroundings &
  Pick<Surroundings, "emit"> & {
    readonly batchless: Pick<Batchless, "add">
    readonly ledger: Pick<LedgerRoom, "entries" | "checkAgain" | "record" | "send" | "sendBatch">
  }

/** Whoever shows how it goes hears of it here, even after they no longer wait. */
export interface Hearing {
  /** It is recorded, and the wallet is asked right after. */
  readonly asked: (entry: LedgerEntry) => Effect.Effect<void>
  /** `error` says that nothing has left. */
  readonly answered: (entry: LedgerEntry, error: SwapError | null) => Effect.Effect<void>
}

const nobody: Hearing = { asked: () => Effect.void, answered: () => Effect.void }

/** As `Swap.submit`. To interrupt it before `asked` asks nothing; after that the question goes on. */
export type Submit = (
  review: SwapReview,
  passed: SwapPassed,
  hearing?: Hearing,
) => Effect.Effect<LedgerEntry, SwapError>

/** Asks the wallet for the first step, or for the batch, once, in the engine's own scope. */
export const makeSubmit = (around: SubmitSurroundings) =>
  Effect.gen(function* () {
    const { ledger } = around
    const scope: Scope.Scope = yield* Effect.scope
    /** What a wallet was asked for, by its review: each is good for one question. */
    const spent = new WeakMap<SwapReview, LedgerEntry["id"]>()
    const entries = () => SubscriptionRef.getUnsafe(ledger.entries)

    /** Nothing speaks against asking now. */
    const guard = (review: SwapReview, passed: SwapPassed): Effect.Effect<Connector, SwapError> =>
      Effect.gen(function* () {
        const stops = review.stops.filter(({ _tag }) => !passed.includes(_tag))
        if (stops.length > 0) return yield* refuse({ _tag: "Stopped", stops })
        const connector = around.board.connectors.get(review.network.chainNamespace)
        if (connector === undefined || !stillPays(around, review)) return yield* refuse({ _tag: "Changed" })
        const twin = spent.get(review)
        if (twin !== undefined) return yield* refuse({ _tag: "Twin", entry: twin })
        if ((yield* Clock.currentTimeMillis) >= review.until) return yield* refuse({ _tag: "Stale" })
        return connector
      })

    /** A wallet may have sent what it says it did not: before it is asked for the same again, the chain is. */
    const lookForRefused = (review: SwapReview): Effect.Effect<void, SwapError> =>
      Effect.gen(function* () {
        const last = entries().find((entry) => isSameStep(entry, review))
        if (last === undefined || !isRefused(last)) return
        if ((yield* Clock.currentTimeMillis) - last.at > doubtful) return
        // What cannot be found out now is as the wallet said.
        yield* Effect.result(surviving(ledger.checkAgain(last.id)))
        const after = entries().find(({ id }) => id === last.id)
        if (after !== undefined && !isRefused(after)) return yield* refuse({ _tag: "Twin", entry: last.id })
      })

    const mark = Effect.gen(function* () {
      const payer = yield* payerOf(around)
      const { actions, asking } = yield* askChain(around, payer)
      return yield* actions.mark({ ...asking, from: payer.address })
    }).pipe(surviving, Effect.mapError(asSwapError("send")))

    /** Fails where nothing has left. */
    const ask = (
      { id, batch }: LedgerEntry,
      connector: Connector,
      review: SwapReview,
    ): Effect.Effect<LedgerEntry, ConnectorError> =>
      Effect.gen(function* () {
        if (batch !== undefined) return yield* ledger.sendBatch(id, batchOf(connector, review, batch))
        const { entry, outcome } = yield* ledger.send(id, questionOf(connector, review))
        const { _tag } = entry.state
        if (outcome._tag === "NotSent" && (_tag === "Declined" || _tag === "NotSent"))
          return yield* outcome.error
        return entry
      })

    const submit: Submit = (review, passed, hearing = nobody) =>
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
            subject: whole ? swapOf(review) : subjectOf(review),
            transaction: step.transaction,
            mark: marked,
            ...(whole ? { batch: newBatchId() } : {}),
          })
          const entry = yield* Effect.mapError(surviving(recording), asSwapError("send"))
          spent.set(review, entry.id)
          const swaps = whole || step.kind === "swap"
          if (swaps) yield* announce(around, review, { _tag: "Initiated" })
          yield* hearing.asked(entry)
          const answer = yield* Effect.result(ask(entry, connector, review))
          if (Result.isFailure(answer)) {
            if (whole && answer.failure.reason._tag === "Unsupported")
              around.batchless.add(connector.id, account)
            // What the wallet did not do may be tried again.
            spent.delete(review)
            const error = refuse({ _tag: "Wallet", error: answer.failure })
            yield* announce(around, review, { _tag: swaps ? "Error" : "ApprovalError", error })
            yield* hearing.answered(entry, error)
            return yield* error
          }
          const after = answer.success
          // Of what is lost nobody knows yet whether it went well, and what failed on the chain did not.
          if (swaps && /^(Taken|Sent|Confirmed)$/.test(after.state._tag))
            yield* announce(around, review, { _tag: "Success" })
          yield* hearing.answered(after, null)
          return after
        })
        return yield* Fiber.join(yield* Effect.forkIn(asking, scope, { startImmediately: true }))
      })
    return submit
  })

const broken = ({ id }: Connector) =>
  new ConnectorError({ connectorId: id, reason: { _tag: "Failed", code: null, text: "" } })

/** Milliseconds in which somebody who is told that nothing was sent tries again. */
const doubtful = 3_600_000

const isRefused = ({ state: { _tag } }: LedgerEntry): boolean => _tag === "Declined" || _tag === "NotSent"

const swapOf = ({ quote, router }: SwapReview): Subject => {
  const { amount, destination, minimum, source } = quote
  return { _tag: "Swap", source, destination, amount, minimum, router }
}

/** What the first step is. */
const subjectOf = (review: SwapReview): Subject => {
  const { quote, router, steps } = review
  return steps[0].kind === "swap"
    ? swapOf(review)
    : { _tag: "Approval", token: quote.source, amount: approvedBy(review), spender: router }
}

/** Whether it asks for what the review is about to ask for. */
const isSameStep = ({ account, subject }: LedgerEntry, review: SwapReview): boolean => {
  const { path, quote, router, steps } = review
  if (account.toLowerCase() !== review.account.toLowerCase()) return false
  return steps[0].kind !== "swap" && path._tag !== "Batch"
    ? subject._tag === "Approval" &&
        isSameToken(subject.token, quote.source) &&
        subject.spender === router &&
        subject.amount === approvedBy(review)
    : subject._tag === "Swap" &&
        isSameToken(subject.source, quote.source) &&
        isSameToken(subject.destination, quote.destination) &&
        subject.amount === quote.amount
}

/** What breaks while a wallet sends may break after it has sent. */
const questionOf = (
  connector: Connector,
  { account, network, steps }: SwapReview,
): Effect.Effect<LeftToSend | SendOutcome> =>
  Effect.gen(function* () {
    const [{ transaction }] = steps
    const loaded = yield* Effect.result(surviving(connector.calls))
    if (Result.isFailure(loaded) || transaction === null) {
      const failure = Result.isFailure(loaded) ? loaded.failure : broken(connector)
      return { _tag: "NotSent", error: failure._tag === "ConnectorError" ? failure : broken(connector) }
    }
    return yield* Effect.catchDefect(
      Effect.suspend(() => loaded.success.sendTransaction({ account, network, transaction })),
      () => Effect.succeed<SendOutcome>({ _tag: "Unknown", hash: null, error: broken(connector) }),
    )
  })

/** Asks for all steps at once. */
const batchOf = (
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
