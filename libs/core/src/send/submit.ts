import { type Connector, ConnectorError, type LeftToSend, type SendOutcome } from "@wmodal/chains"
import { Clock, Effect, Fiber, Result, type Scope, SubscriptionRef } from "effect"
import { surviving } from "../attempt/surviving.ts"
import { askChain, type ChainSurroundings } from "../flows/askChain.ts"
import type { Surroundings } from "../flows/Surroundings.ts"
import type { LedgerEntry } from "../ledger/Ledger.ts"
import type { Answered, LedgerRoom } from "../ledger/LedgerRoom.ts"
import { isSamePayment } from "../ledger/ledgerModel.ts"
import { announce } from "./announced.ts"
import { objection } from "./objection.ts"
import { type Around, asSendError, onChain, payerOf, problem, refuse, stillPays } from "./payer.ts"
import type { Passed, Send, SendError, SendReview } from "./Send.ts"

export type SubmitSurroundings = Around &
  ChainSurroundings &
  Pick<Surroundings, "emit"> & {
    readonly ledger: Pick<LedgerRoom, "entries" | "twinOf" | "checkAgain" | "record" | "send" | "sign">
  }

/** Whoever shows how it goes hears of it here, even after they no longer wait. */
export interface Hearing {
  /** It is recorded, and the wallet is asked right after. */
  readonly asked: (entry: LedgerEntry) => Effect.Effect<void>
  /** `error` says that nothing has left. */
  readonly answered: (entry: LedgerEntry, error: SendError | null) => Effect.Effect<void>
}

const nobody: Hearing = { asked: () => Effect.void, answered: () => Effect.void }

export interface Submit extends Pick<Send, "signOnly"> {
  /** As `Send.submit`. To interrupt it before `asked` asks nothing; after that the question goes on. */
  readonly submit: (
    review: SendReview,
    passed: Passed,
    hearing?: Hearing,
  ) => Effect.Effect<LedgerEntry, SendError>
}

/** Asks the wallet, once, in the engine's own scope. */
export const makeSubmit = (around: SubmitSurroundings) =>
  Effect.gen(function* () {
    const { ledger } = around
    const scope: Scope.Scope = yield* Effect.scope
    /** What a wallet was asked for, by its review: each is good for one payment. */
    const spent = new WeakMap<SendReview, LedgerEntry["id"]>()

    /** Nothing speaks against asking now. */
    const guard = (review: SendReview, passed: Passed): Effect.Effect<Connector, SendError> =>
      Effect.suspend(() => {
        const stops = review.stops.filter(({ _tag }) => !passed.includes(_tag))
        if (stops.length > 0) return Effect.fail(refuse({ _tag: "Stopped", stops }))
        const connector = around.board.connectors.get(review.network.chainNamespace)
        if (connector === undefined || !stillPays(around, review))
          return Effect.fail(refuse({ _tag: "Changed" }))
        const twin = spent.get(review) ?? ledger.twinOf(paymentOf(review))?.id
        return twin === undefined
          ? Effect.succeed(connector)
          : Effect.fail(refuse({ _tag: "Twin", entry: twin }))
      })

    /** A wallet may have sent what it says it did not, and what was late may have come: before it is asked for the same again, the chain is. */
    const lookForRefused = (review: SendReview): Effect.Effect<void, SendError> =>
      Effect.gen(function* () {
        const entries = () => SubscriptionRef.getUnsafe(ledger.entries)
        const last = entries().find((entry) => isSamePayment(entry, paymentOf(review)))
        if (last === undefined || !isUndone(last)) return
        if ((yield* Clock.currentTimeMillis) - last.at > doubtful) return
        // What cannot be found out now is as the wallet said.
        yield* Effect.result(surviving(ledger.checkAgain(last.id)))
        const after = entries().find(({ id }) => id === last.id)
        if (after !== undefined && !isUndone(after)) return yield* refuse({ _tag: "Twin", entry: last.id })
      })

    /** Where the chain stands, unless it has changed so that the payment must not leave as it was looked at. */
    const markFor = ({ amount, holding, to, transaction }: SendReview) =>
      Effect.gen(function* () {
        const payer = yield* payerOf(around)
        const { address: from } = payer
        const { actions, asking } = yield* askChain(around, payer)
        // Where fees can be raised, one payment may take the place of another that has the same coins meanwhile.
        if (actions.raiseFee !== null) {
          const transfer = { from, to: to.address, token: holding.token.address, amount }
          const against = objection(yield* actions.simulate({ ...asking, transfer, transaction }), amount)
          if (against !== null) return yield* refuse(against)
        }
        return yield* actions.mark({ ...asking, from })
      }).pipe(surviving, Effect.mapError(asSendError))

    /**
     * Up to here whoever asked may think better of it. What follows is apart from them: recorded and asked belong
     * together, and the answer is recorded whether or not anybody still waits for it.
     */
    const begin = <A>(
      review: SendReview,
      passed: Passed,
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
          const entry = yield* Effect.mapError(surviving(recording), asSendError)
          spent.set(review, entry.id)
          // What the wallet did not do may be tried again.
          return yield* Effect.tapError(ask(entry, connector), () => Effect.sync(() => spent.delete(review)))
        })
        return yield* Fiber.join(yield* Effect.forkIn(asking, scope, { startImmediately: true }))
      })

    const submit: Submit["submit"] = (review, passed, hearing = nobody) =>
      begin(review, passed, (entry, connector) =>
        Effect.gen(function* () {
          yield* announce(around, review, { _tag: "Initiated" })
          yield* hearing.asked(entry)
          const answered = yield* ledger.send(entry.id, questionOf(connector, review))
          const { entry: after, outcome } = answered
          const { _tag } = after.state
          if (outcome._tag === "NotSent" && (_tag === "Declined" || _tag === "NotSent")) {
            const error = onChain(review.network)(unsent(answered, outcome))
            yield* announce(around, review, { _tag: "Error", error })
            yield* hearing.answered(after, error)
            return yield* error
          }
          // Of what is lost nobody knows yet whether it went well.
          if (_tag !== "Lost") yield* announce(around, review, { _tag: "Success" })
          yield* hearing.answered(after, null)
          return after
        }),
      )

    const signOnly: Submit["signOnly"] = (review, passed) =>
      begin(review, passed, (entry, connector) =>
        Effect.gen(function* () {
          const signing = Effect.flatMap(connector.calls, (calls) => calls.signTransaction(requestOf(review)))
          const raw = yield* Effect.mapError(ledger.sign(entry.id, surviving(signing)), (error) =>
            error._tag === "ConnectorError" ? refuse({ _tag: "Wallet", error }) : problem(error),
          )
          const after = SubscriptionRef.getUnsafe(ledger.entries).find(({ id }) => id === entry.id)
          return { raw, entry: after ?? entry }
        }),
      )

    const made: Submit = { submit, signOnly }
    return made
  })

/** Why nothing has left: the wallet did not send it, or what it had signed was not taken. */
export const unsent = (
  { unsent: because }: Pick<Answered, "unsent">,
  { error }: Extract<SendOutcome, { readonly _tag: "NotSent" }>,
): SendError => (because === undefined ? refuse({ _tag: "Wallet", error }) : problem(because))

/** What breaks while a wallet sends may break after it has sent. */
export const questionOf = (
  { calls, id }: Connector,
  review: Pick<SendReview, "account" | "network" | "transaction">,
): Effect.Effect<LeftToSend | SendOutcome> =>
  Effect.gen(function* () {
    const broken = new ConnectorError({ connectorId: id, reason: { _tag: "Failed", code: null, text: "" } })
    const loaded = yield* Effect.result(surviving(calls))
    if (Result.isFailure(loaded)) {
      const error = loaded.failure._tag === "ConnectorError" ? loaded.failure : broken
      return { _tag: "NotSent", error }
    }
    return yield* Effect.catchDefect(
      Effect.suspend(() => loaded.success.sendTransaction(requestOf(review))),
      () => Effect.succeed<SendOutcome>({ _tag: "Unknown", hash: null, error: broken }),
    )
  })

const requestOf = ({
  account,
  network,
  transaction,
}: Pick<SendReview, "account" | "network" | "transaction">) => ({ account, network, transaction })

const paymentOf = ({ account, amount, holding, to }: SendReview) => ({
  account,
  token: holding.token.address,
  amount,
  to: to.address,
})

/** Milliseconds in which somebody who is told that nothing was sent tries again. */
const doubtful = 3_600_000

const isUndone = ({ state: { _tag } }: LedgerEntry): boolean =>
  _tag === "Declined" || _tag === "NotSent" || _tag === "Expired"
