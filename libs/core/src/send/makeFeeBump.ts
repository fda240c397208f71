import { hasPayments } from "@wmodal/chains"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import type { LedgerEntry } from "../ledger/Ledger.ts"
import { makeSubmitter, submitWithoutStops } from "../operation/makeSubmitter.ts"
import type { OperationKind } from "../operation/Operation.ts"
import type { ReadProblem } from "../problems/ReadProblem.ts"
import { getActiveAccount } from "../services/ActiveAccount.ts"
import { getLoadedActions } from "../services/loadChain.ts"
import { toFeeFiat } from "./makePreparePayment.ts"
import { makeSendError, makeTransactionKind, type PaymentDeps, reachPayer, toUnsentError } from "./payer.ts"
import type { FeeBump, Send, SendError } from "./Send.ts"

const settledError = makeSendError({ _tag: "NotRaised", text: "" })

/** Raises the fee of a pending payment by replacing it. */
export const makeFeeBump = (deps: PaymentDeps) => {
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

  const findPending = (id: LedgerEntry["id"]): LedgerEntry | undefined =>
    SubscriptionRef.getUnsafe(deps.ledger.entries).find((entry) => entry.id === id && canRaiseFee(entry))

  const raiseFee: Send["raiseFee"] = (id) =>
    Effect.gen(function* () {
      // Only a loaded chain says whether a fee can be raised.
      const { account, actions, address: from, asking, network } = yield* reachPayer(deps)
      const transaction = findPending(id)?.transaction
      if (transaction == null || actions.bumpFee === null) return yield* settledError
      const raised = yield* actions.bumpFee({ ...asking, from, transaction })
      const feeFiat = toFeeFiat(deps, raised.fee, network)
      return { entry: id, account, network, stops: [], feeFiat, ...raised }
    }).pipe(catchDefects, Effect.mapError(toRaiseError))

  /** A payment in place of a pending one. After a failure the original stays pending. */
  const kind: OperationKind<FeeBump, SendError> = {
    ...makeTransactionKind(deps),
    toSubject: ({ entry }) => ({ _tag: "Replacement", entry }),
    findExpiry: ({ entry }) => (findPending(entry) === undefined ? settledError : null),
    toError: toRaiseError,
  }

  return Effect.map(
    makeSubmitter(deps, kind),
    ({ submit }): Pick<Send, "canRaiseFee" | "raiseFee" | "submitRaise"> => ({
      canRaiseFee,
      raiseFee,
      submitRaise: submitWithoutStops(submit),
    }),
  )
}

/** Returns the error of a payment whose fee is unchanged. */
const toRaiseError = (error: ReadProblem | SendError): SendError =>
  error._tag === "TransferRejected" && error.reason._tag === "Reverts"
    ? makeSendError({ _tag: "NotRaised", text: error.reason.text })
    : toUnsentError(error)
