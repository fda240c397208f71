import { isSameAddress, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import type { Holdings } from "../holdings/Holdings.ts"
import type { LedgerEntry } from "../ledger/Ledger.ts"
import { requestTransaction } from "../operation/askWallet.ts"
import { makeSubmitter, type SubmitterDeps } from "../operation/makeSubmitter.ts"
import type { OperationKind } from "../operation/Operation.ts"
import { withSponsoredFee } from "../send/balanceCheck.ts"
import { toFeeFiat } from "../send/makePreparePayment.ts"
import {
  getPayer,
  isReviewCurrent,
  makeSendError,
  type PayerDeps,
  toSendError,
  toUnsentError,
  walletNetworkMismatch,
} from "../send/payer.ts"
import type { SendError } from "../send/Send.ts"
import { getActiveAccount } from "../services/ActiveAccount.ts"
import { type ChainDeps, loadChain } from "../services/loadChain.ts"
import type { Approvals, Revocation } from "./Approvals.ts"

export type ApprovalsDeps = PayerDeps &
  ChainDeps &
  SubmitterDeps & { readonly holdings: Pick<Holdings, "state"> }

/** Takes approvals back, one request per review. */
export const makeApprovals = (deps: ApprovalsDeps) =>
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
        const payer = yield* getPayer(deps)
        const { account, address: from, network, smart } = payer
        const mismatch = walletNetworkMismatch(deps, payer)
        if (mismatch !== null) return yield* makeSendError({ _tag: "Wallet", error: mismatch })
        const entry = entries().find((one) => one.id === id && canRevoke(one))
        const { actions, asking } = yield* loadChain(deps, payer)
        const { contracts } = actions
        if (entry?.subject._tag !== "Approval" || entry.subject.token.address === null || contracts === null)
          return yield* makeSendError({ _tag: "Changed" })
        const { spender, token } = entry.subject
        const call = contracts.approve({ token: entry.subject.token.address, spender, amount: 0n })
        const fee = yield* withSponsoredFee(smart)(contracts.estimateCall({ ...asking, from, call }))
        const feeFiat = toFeeFiat(deps, fee.expected, network.nativeCurrency.decimals)
        const transaction = { ...contracts.call(call), ...fee.transactionFields }
        return { account, network, stops: [], token, spender, fee, feeFiat, transaction }
      }).pipe(catchDefects, Effect.mapError(toSendError))

    return { canRevoke, prepareRevocation, revoke: (review) => submit(review, []) }
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

const makeRevocationKind = (deps: PayerDeps): OperationKind<Revocation, SendError> => ({
  toSubject: ({ spender, token }) => ({ _tag: "Approval", token, amount: 0n, spender }),
  toRequest: ({ account, network, transaction }) => ({
    _tag: "Transaction",
    transaction,
    ask: (connector) => requestTransaction(connector, { account, network, transaction }),
  }),
  isCurrent: (review) => isReviewCurrent(deps, review),
  refuse: (reason) => makeSendError(reason._tag === "Stopped" ? { _tag: "Changed" } : reason),
  toError: toUnsentError,
  onProgress: () => Effect.void,
})
