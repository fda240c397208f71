import { isSameAddress, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import type { LedgerEntry } from "../ledger/Ledger.ts"
import { makeSubmitter, submitWithoutStops } from "../operation/makeSubmitter.ts"
import type { OperationKind } from "../operation/Operation.ts"
import { toFeeFiat } from "../send/makePreparePayment.ts"
import {
  makeSendError,
  makeTransactionKind,
  type PaymentDeps,
  reachPayer,
  toSendError,
} from "../send/payer.ts"
import type { SendError } from "../send/Send.ts"
import { getActiveAccount } from "../services/ActiveAccount.ts"
import { findShortfall, withSponsoredFee } from "../services/funds.ts"
import type { Approvals, Revocation } from "./Approvals.ts"

/** Takes approvals back, one request per review. */
export const makeApprovals = (deps: PaymentDeps) =>
  Effect.map(makeSubmitter(deps, makeRevocationKind(deps)), ({ submit }): Approvals => {
    const entries = () => SubscriptionRef.getUnsafe(deps.ledger.entries)

    const canRevoke: Approvals["canRevoke"] = ({ account, id, network, state, subject }) => {
      const holder = getActiveAccount(deps)
      if (state._tag !== "Confirmed" || subject._tag !== "Approval" || subject.amount === 0n) return false
      if (holder?.account !== account || holder.network.caipNetworkId !== network) return false
      // Newest first: a later approval of the same spender, such as a revocation, stands for all earlier ones.
      const newest = entries().find(
        (one) =>
          one.account === account && one.state._tag === "Confirmed" && isSameAllowance(one, { subject }),
      )
      return newest === undefined || newest.id === id
    }

    const prepareRevocation: Approvals["prepareRevocation"] = (id) =>
      Effect.gen(function* () {
        const { account, actions, address: from, asking, network, smart } = yield* reachPayer(deps)
        const { contracts } = actions
        const entry = entries().find((one) => one.id === id && canRevoke(one))
        if (entry?.subject._tag !== "Approval" || entry.subject.token.address === null || contracts === null)
          return yield* makeSendError({ _tag: "Changed" })
        const { spender, token } = entry.subject
        const call = contracts.approve({ token: entry.subject.token.address, spender, amount: 0n })
        const [fee, native] = yield* Effect.all(
          [
            withSponsoredFee(smart)(contracts.estimateCall({ ...asking, from, call })),
            actions.spendableBalance({ ...asking, address: from, token: null }),
          ],
          { concurrency: "unbounded" },
        )
        const funds = { amount: 0n, balance: 0n, native, isNative: false, fee: fee.most, smart }
        const lacking = findShortfall(funds)
        if (lacking !== null) return yield* makeSendError({ _tag: "Insufficient", of: lacking })
        const feeFiat = toFeeFiat(deps, fee, network)
        const transaction = { ...contracts.call(call), ...fee.transactionFields }
        return { account, network, stops: [], token, spender, fee, feeFiat, transaction }
      }).pipe(catchDefects, Effect.mapError(toSendError))

    return { canRevoke, prepareRevocation, revoke: submitWithoutStops(submit) }
  })

const isSameAllowance = (
  { subject: one }: Pick<LedgerEntry, "subject">,
  { subject: other }: Pick<LedgerEntry, "subject">,
): boolean =>
  one._tag === "Approval" &&
  other._tag === "Approval" &&
  one.token.network === other.token.network &&
  one.token.address !== null &&
  other.token.address !== null &&
  isSameAddress(one.token.address, other.token.address) &&
  isSameAddress(one.spender, other.spender)

const makeRevocationKind = (deps: PaymentDeps): OperationKind<Revocation, SendError> => ({
  ...makeTransactionKind(deps),
  toSubject: ({ spender, token }) => ({ _tag: "Approval", token, amount: 0n, spender }),
})
