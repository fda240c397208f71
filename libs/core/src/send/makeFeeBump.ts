import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, Fiber, type Scope } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { getActiveAccount } from "../flows/ActiveAccount.ts"
import { type ChainDeps, loadChain } from "../flows/loadChain.ts"
import type { Holdings } from "../holdings/Holdings.ts"
import { isSettled, type LedgerEntry } from "../ledger/Ledger.ts"
import type { LedgerWriter } from "../ledger/LedgerWriter.ts"
import { toFeeFiat } from "./makePreparePayment.ts"
import { requestPayment, toUnsentError } from "./makeSendSubmitter.ts"
import {
  getPayer,
  isReviewCurrent,
  makeSendError,
  type PayerDeps,
  toSendError,
  walletNetworkMismatch,
} from "./payer.ts"
import type { FeeBump, Send, SendError } from "./Send.ts"

export type FeeBumpDeps = PayerDeps &
  ChainDeps & {
    readonly ledger: Pick<LedgerWriter, "entries" | "checkAgain" | "replace">
    readonly holdings: Pick<Holdings, "state">
  }

/** The chain types on which the engine can bump fees: on others only wallets do that. */
const feeBumpNamespaces = /^bip122:/

const settledError = makeSendError({ _tag: "NotRaised", text: "" })

/** Raises the fee of a pending payment by replacing it. */
export const makeFeeBump = (
  deps: FeeBumpDeps,
): Effect.Effect<Pick<Send, "canRaiseFee" | "raiseFee" | "submitRaise">, never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    const { board, ledger } = deps
    /** Payments with an open fee bump at a wallet: one request at a time, and each bump once. */
    const asked = new Set<LedgerEntry["id"]>()
    const spent = new WeakSet<FeeBump>()

    const canRaiseFee: Send["canRaiseFee"] = ({ account, network, state, subject, transaction }) =>
      feeBumpNamespaces.test(network) &&
      state._tag === "Sent" &&
      subject._tag === "Transfer" &&
      transaction !== null &&
      getActiveAccount(deps)?.account === account

    const waiting = (id: LedgerEntry["id"]): LedgerEntry | undefined =>
      SubscriptionRef.getUnsafe(ledger.entries).find((entry) => entry.id === id && canRaiseFee(entry))

    const raiseFee: Send["raiseFee"] = (id) =>
      Effect.gen(function* () {
        const payer = yield* getPayer(deps)
        const { account, address: from, network } = payer
        const mismatch = walletNetworkMismatch(deps, payer)
        if (mismatch !== null) return yield* makeSendError({ _tag: "Wallet", error: mismatch })
        const transaction = waiting(id)?.transaction
        const { actions, asking } = yield* loadChain(deps, payer)
        if (transaction == null || actions.bumpFee === null) return yield* settledError
        const raised = yield* actions.bumpFee({ ...asking, from, transaction })
        const feeFiat = toFeeFiat(deps, raised.fee.expected, network.nativeCurrency.decimals)
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
        const answered = yield* ledger.replace(raise.entry, requestPayment(connector, raise))
        const { entry, outcome } = answered
        if (outcome._tag === "NotSent") return yield* toUnsentError(answered, outcome)
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
          const asking = Effect.forkIn(Effect.ensuring(tried, done), scope, { startImmediately: true })
          return Effect.flatMap(asking, (fiber) => Fiber.join(fiber))
        }),
    }
  })
