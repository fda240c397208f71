import { hasPayments } from "@wmodal/chains"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { runToEnd } from "../effects/runToEnd.ts"
import { isSettled, type LedgerEntry } from "../ledger/Ledger.ts"
import { findUnsentProblem, requestTransaction } from "../operation/askWallet.ts"
import { getActiveAccount } from "../services/ActiveAccount.ts"
import { getLoadedActions } from "../services/loadChain.ts"
import { toFeeFiat } from "./makePreparePayment.ts"
import {
  isReviewCurrent,
  makeSendError,
  type PaymentDeps,
  reachPayer,
  toSendError,
  toUnsentError,
} from "./payer.ts"
import type { FeeBump, Send, SendError } from "./Send.ts"

const settledError = makeSendError({ _tag: "NotRaised", text: "" })

/** Raises the fee of a pending payment by replacing it. */
export const makeFeeBump = (
  deps: PaymentDeps,
): Effect.Effect<Pick<Send, "canRaiseFee" | "raiseFee" | "submitRaise">, never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    const { board, ledger } = deps
    /** Payments with an open fee bump at a wallet: one request at a time, and each bump once. */
    const asked = new Set<LedgerEntry["id"]>()
    const spent = new WeakSet<FeeBump>()

    const canRaiseFee: Send["canRaiseFee"] = ({ account, state, subject, transaction }) => {
      const holder = getActiveAccount(deps)
      const actions = holder === null ? null : getLoadedActions(deps, holder.network)
      return (
        state._tag === "Sent" &&
        subject._tag === "Transfer" &&
        transaction !== null &&
        holder?.account === account &&
        actions !== null &&
        hasPayments(actions) &&
        actions.bumpFee !== null
      )
    }

    const waiting = (id: LedgerEntry["id"]): LedgerEntry | undefined =>
      SubscriptionRef.getUnsafe(ledger.entries).find((entry) => entry.id === id && canRaiseFee(entry))

    const raiseFee: Send["raiseFee"] = (id) =>
      Effect.gen(function* () {
        // Only a loaded chain says whether a fee can be raised.
        const { account, actions, address: from, asking, network } = yield* reachPayer(deps)
        const transaction = waiting(id)?.transaction
        if (transaction == null || actions.bumpFee === null) return yield* settledError
        const raised = yield* actions.bumpFee({ ...asking, from, transaction })
        const feeFiat = toFeeFiat(deps, raised.fee, network)
        return { entry: id, account, network, feeFiat, ...raised }
      }).pipe(
        catchDefects,
        Effect.mapError((error) =>
          error._tag === "TransferRejected" && error.reason._tag === "Reverts"
            ? makeSendError({ _tag: "NotRaised", text: error.reason.text })
            : toSendError(error),
        ),
      )

    /** Recorded even if its caller no longer waits. */
    const ask = (raise: FeeBump): Effect.Effect<LedgerEntry, SendError> =>
      Effect.gen(function* () {
        const connector = board.connectors.get(raise.network.chainNamespace)
        if (connector === undefined || !isReviewCurrent(deps, raise))
          return yield* makeSendError({ _tag: "Changed" })
        // A failed lookup leaves the entry as it was shown.
        yield* Effect.result(catchDefects(ledger.checkAgain(raise.entry)))
        if (waiting(raise.entry) === undefined) return yield* settledError
        const result = yield* ledger.replace(raise.entry, requestTransaction(connector, raise))
        const { entry, outcome } = result
        const problem = findUnsentProblem(result)
        if (problem !== null) return yield* toUnsentError(problem)
        // The payment was mined during the wallet request.
        if (outcome._tag === "Unknown" && outcome.hash === null && isSettled(entry.state))
          return yield* settledError
        return entry
      })

    return {
      canRaiseFee,
      raiseFee,
      submitRaise: (raise) =>
        Effect.suspend(() => {
          const { entry } = raise
          if (asked.has(entry) || spent.has(raise)) return makeSendError({ _tag: "Duplicate", entry })
          asked.add(entry)
          spent.add(raise)
          const done = Effect.sync(() => asked.delete(entry))
          // A bump that the wallet rejected may be retried.
          const tried = Effect.tapError(ask(raise), () => Effect.sync(() => spent.delete(raise)))
          return runToEnd(scope)(Effect.ensuring(tried, done))
        }),
    }
  })
