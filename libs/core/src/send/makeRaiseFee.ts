import { Effect, Fiber, type Scope, SubscriptionRef } from "effect"
import { surviving } from "../attempt/surviving.ts"
import { askChain, type ChainSurroundings } from "../flows/askChain.ts"
import { holderOf } from "../flows/Holder.ts"
import type { Holdings } from "../holdings/Holdings.ts"
import { isSettled, type LedgerEntry } from "../ledger/Ledger.ts"
import type { LedgerRoom } from "../ledger/LedgerRoom.ts"
import { type Around, asSendError, payerOf, refuse, stillPays, walletElsewhere } from "./payer.ts"
import { feeWorth } from "./prepare.ts"
import type { FeeRaise, Send, SendError } from "./Send.ts"
import { questionOf, unsent } from "./submit.ts"

export type RaiseSurroundings = Around &
  ChainSurroundings & {
    readonly ledger: Pick<LedgerRoom, "entries" | "checkAgain" | "replace">
    readonly holdings: Pick<Holdings, "state">
  }

/** Where a payment that waits can be given a higher fee from here: elsewhere only wallets do that. */
const raisable = /^bip122:/

const settled = refuse({ _tag: "NotRaised", text: "" })

/** Pays more for a payment that waits, in its place. */
export const makeRaiseFee = (
  around: RaiseSurroundings,
): Effect.Effect<Pick<Send, "canRaiseFee" | "raiseFee" | "submitRaise">, never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    const { board, ledger } = around
    /** Payments for which a wallet has such a question: each is asked for one at a time, and each raise once. */
    const asked = new Set<LedgerEntry["id"]>()
    const spent = new WeakSet<FeeRaise>()

    const canRaiseFee: Send["canRaiseFee"] = ({ account, network, state, subject, transaction }) =>
      raisable.test(network) &&
      state._tag === "Sent" &&
      subject._tag === "Transfer" &&
      transaction !== null &&
      holderOf(around)?.account === account

    const waiting = (id: LedgerEntry["id"]): LedgerEntry | undefined =>
      SubscriptionRef.getUnsafe(ledger.entries).find((entry) => entry.id === id && canRaiseFee(entry))

    const raiseFee: Send["raiseFee"] = (id) =>
      Effect.gen(function* () {
        const payer = yield* payerOf(around)
        const { account, address: from, network } = payer
        const elsewhere = walletElsewhere(around, payer)
        if (elsewhere !== null) return yield* refuse({ _tag: "Wallet", error: elsewhere })
        const transaction = waiting(id)?.transaction
        const { actions, asking } = yield* askChain(around, payer)
        if (transaction == null || actions.raiseFee === null) return yield* settled
        const raised = yield* actions.raiseFee({ ...asking, from, transaction })
        const feeFiat = feeWorth(around, raised.fee.expected, network.nativeCurrency.decimals)
        return { entry: id, account, network, feeFiat, ...raised }
      }).pipe(
        surviving,
        Effect.mapError((error) =>
          error._tag === "TransferRefused" && error.reason._tag === "Reverts"
            ? refuse({ _tag: "NotRaised", text: error.reason.text })
            : asSendError(error),
        ),
      )

    /** Recorded whether or not anybody still waits for the wallet. */
    const ask = (raise: FeeRaise): Effect.Effect<LedgerEntry, SendError> =>
      Effect.gen(function* () {
        const connector = board.connectors.get(raise.network.chainNamespace)
        if (connector === undefined || !stillPays(around, raise)) return yield* refuse({ _tag: "Changed" })
        // What cannot be found out now is as it was shown.
        yield* Effect.result(surviving(ledger.checkAgain(raise.entry)))
        if (waiting(raise.entry) === undefined) return yield* settled
        const answered = yield* ledger.replace(raise.entry, questionOf(connector, raise))
        const { entry, outcome } = answered
        if (outcome._tag === "NotSent") return yield* unsent(answered, outcome)
        // What was mined while the wallet was asked.
        if (outcome._tag === "Unknown" && outcome.hash === null && isSettled(entry.state))
          return yield* settled
        return entry
      })

    return {
      canRaiseFee,
      raiseFee,
      submitRaise: (raise) =>
        Effect.suspend(() => {
          const { entry } = raise
          if (asked.has(entry) || spent.has(raise)) return refuse({ _tag: "Twin", entry })
          asked.add(entry)
          spent.add(raise)
          const done = Effect.sync(() => asked.delete(entry))
          // What the wallet did not do may be tried again.
          const tried = Effect.tapError(ask(raise), () => Effect.sync(() => spent.delete(raise)))
          const asking = Effect.forkIn(Effect.ensuring(tried, done), scope, { startImmediately: true })
          return Effect.flatMap(asking, (fiber) => Fiber.join(fiber))
        }),
    }
  })
