import { formatAmount } from "@wmodal/protocol"
import { Effect } from "effect"
import { toTransactionRequest } from "../operation/askWallet.ts"
import type { OperationKind, OperationProgress } from "../operation/Operation.ts"
import { formatFlowEnglish } from "../problems/FlowPresentation.ts"
import { findSimulationProblem } from "./balanceCheck.ts"
import {
  isReviewCurrent,
  isSmartAccount,
  makeSendError,
  type PaymentDeps,
  toUnsentError,
  withChainContext,
} from "./payer.ts"
import { presentSend } from "./presentSend.ts"
import type { SendError, SendReview } from "./Send.ts"
import { toTransferSubject } from "./toTransferSubject.ts"

/** A payment of one token to one recipient. */
export const makeTransferKind = (deps: PaymentDeps): OperationKind<SendReview, SendError> => ({
  toSubject: toTransferSubject,
  toRequest: ({ account, network, transaction }) => ({
    ...toTransactionRequest({ account, network, transaction }),
    sign: ({ calls }) =>
      Effect.flatMap(calls, (wallet) => wallet.signTransaction({ account, network, transaction })),
  }),
  isCurrent: (review) => isReviewCurrent(deps, review),
  refuse: makeSendError,
  toError: (problem, { network }) => withChainContext(network)(toUnsentError(problem)),
  findChange: ({ amount, holding, network, to, transaction }, { actions, asking }, from) =>
    Effect.gen(function* () {
      // On chains with fee bumps, a payment may replace another one that spent the same UTXOs meanwhile.
      if (actions.bumpFee === null) return null
      const transfer = { from, to: to.address, token: holding.token.address, amount }
      const simulation = yield* actions.simulate({ ...asking, transfer, transaction })
      const problem = findSimulationProblem(simulation, amount)
      return problem === null ? null : withChainContext(network)(makeSendError(problem))
    }),
  onProgress: (review, progress) => emitSendEvent(deps, review, progress),
})

/** The events SEND_INITIATED, SEND_SUCCESS and SEND_ERROR, as on the AppKit 1.7.2 wire. */
const emitSendEvent = (
  deps: Pick<PaymentDeps, "accounts" | "emit">,
  { amount, holding: { token }, network }: SendReview,
  progress: OperationProgress<SendError>,
) => {
  const properties = {
    isSmartAccount: isSmartAccount(deps, { network }),
    network: network.caipNetworkId,
    token: token.symbol,
    // For analytics only: no computation uses it.
    amount: Number(formatAmount(amount, token.decimals)),
  }
  switch (progress._tag) {
    case "Requested": {
      const named = token.address === null ? token.symbol : `${token.network}:${token.address}`
      return deps.emit("SEND_INITIATED", { ...properties, token: named })
    }
    case "Slow":
      return Effect.void
    case "Answered":
      // The success of a payment that was lost, or that no node has confirmed, is unknown.
      return progress.entry.state._tag === "Lost" || progress.entry.state._tag === "Unanswered"
        ? Effect.void
        : deps.emit("SEND_SUCCESS", properties)
    case "Unsent": {
      const message = formatFlowEnglish(presentSend(progress.error).title)
      return deps.emit("SEND_ERROR", { ...properties, message })
    }
  }
}
