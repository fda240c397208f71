import type { Connector } from "@wmodal/chains"
import { formatAmount } from "@wmodal/protocol"
import { Effect } from "effect"
import type { RequestedAction } from "../ledger/Ledger.ts"
import { generateBatchId } from "../ledger/ledgerModel.ts"
import { toTransactionRequest } from "../operation/askWallet.ts"
import type { OperationKind } from "../operation/Operation.ts"
import { formatFlowEnglish } from "../problems/FlowPresentation.ts"
import { isReviewCurrent, isSmartAccount, type PaymentDeps } from "../send/payer.ts"
import { presentSwap } from "./presentSwap.ts"
import type { SwapError, SwapReview } from "./Swap.ts"
import { makeSwapError, type SwapContext, toBatcher, toSwapError } from "./SwapContext.ts"

/** The first step of a swap: a reset, an approval or the swap itself; or all steps as one batch. */
export const makeSwapKind = (deps: SwapContext): OperationKind<SwapReview, SwapError> => ({
  toSubject: (review) => {
    if (!isSwapping(review)) return toApprovalAction(review)
    const { amount, destination, minimum, source } = review.quote
    return { _tag: "Swap", source, destination, amount, minimum, router: review.router }
  },
  toRequest: ({ account, network, path, steps: [first, ...others] }) => {
    if (path._tag === "Batch") {
      const id = generateBatchId()
      const calls = [first.call, ...others.map(({ call }) => call)] as const
      const batch = { account, network, calls, atomicRequired: true, id }
      const ask = (connector: Connector) =>
        Effect.flatMap(connector.calls, (wallet) => wallet.sendCalls(batch))
      return { _tag: "Batch", id, ask }
    }
    return toTransactionRequest({ account, network, transaction: first.transaction })
  },
  isCurrent: (review) => isReviewCurrent(deps, review),
  refuse: makeSwapError,
  toError: (problem) =>
    problem._tag === "ConnectorError"
      ? makeSwapError({ _tag: "Wallet", error: problem })
      : toSwapError("send")(problem),
  findExpiry: ({ until }, now) => (now >= until ? makeSwapError({ _tag: "Stale" }) : null),
  onProgress: (review, progress) => {
    switch (progress._tag) {
      case "Requested":
        return isSwapping(review) ? emitSwapEvent(deps, review, "INITIATE_SWAP") : Effect.void
      case "Unsent": {
        const { entry, error } = progress
        if (review.path._tag === "Batch" && isUnsupported(error))
          deps.batchless.add(toBatcher(entry.connectorId, review.account))
        return emitSwapEvent(deps, review, isSwapping(review) ? "SWAP_ERROR" : "SWAP_APPROVAL_ERROR", error)
      }
      case "Answered":
        // The success of a Lost swap is unknown, and a swap that failed on the chain is not a success.
        return isSwapping(review) && /^(Taken|Sent|Confirmed)$/.test(progress.entry.state._tag)
          ? emitSwapEvent(deps, review, "SWAP_SUCCESS")
          : Effect.void
    }
  },
})

/** Returns whether the wallet does not support the request. */
export const isUnsupported = (error: SwapError | null): boolean =>
  error?.reason._tag === "Wallet" && error.reason.error.reason._tag === "Unsupported"

const isSwapping = ({ path, steps }: SwapReview): boolean => path._tag === "Batch" || steps[0].kind === "swap"

/** Returns the approval, or its reset, that precedes the swap. */
export const toApprovalAction = ({ quote, router, steps }: SwapReview): RequestedAction => ({
  _tag: "Approval",
  token: quote.source,
  amount: steps[0].kind === "reset" ? 0n : quote.amount,
  spender: router,
})

/** The events of a swap that the host app's subscribers receive, as on the AppKit 1.7.2 wire. */
type SwapEvent = "INITIATE_SWAP" | "SWAP_SUCCESS" | "SWAP_ERROR" | "SWAP_APPROVAL_ERROR"

export const emitSwapEvent = (
  deps: Pick<PaymentDeps, "accounts" | "emit">,
  { network, quote: { amount, destination, received, source } }: SwapReview,
  event: SwapEvent,
  error?: SwapError,
) =>
  deps.emit(event, {
    isSmartAccount: isSmartAccount(deps, { network }),
    network: network.caipNetworkId,
    swapFromToken: source.symbol,
    swapToToken: destination.symbol,
    swapFromAmount: formatAmount(amount, source.decimals),
    swapToAmount: formatAmount(received, destination.decimals),
    ...(error !== undefined && { message: formatFlowEnglish(presentSwap(error).title) }),
  })
