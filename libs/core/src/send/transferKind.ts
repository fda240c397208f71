import { Effect } from "effect"
import type { EngineServices } from "../flows/EngineServices.ts"
import { requestTransaction } from "../operation/askWallet.ts"
import type { OperationKind } from "../operation/Operation.ts"
import { findSimulationProblem } from "./findSimulationProblem.ts"
import { isReviewCurrent, makeSendError, type PayerDeps, toUnsentError, withChainContext } from "./payer.ts"
import type { SendError, SendReview } from "./Send.ts"
import { emitSendEvent } from "./sendEvents.ts"

export type TransferKindDeps = PayerDeps & Pick<EngineServices, "emit">

/** A payment of one token to one recipient. */
export const makeTransferKind = (deps: TransferKindDeps): OperationKind<SendReview, SendError> => ({
  toSubject: ({ amount, holding, to }) => ({
    _tag: "Transfer",
    token: holding.token,
    amount,
    to: to.address,
    toName: to.name,
  }),
  toRequest: ({ account, network, transaction }) => ({
    _tag: "Transaction",
    transaction,
    ask: (connector) => requestTransaction(connector, { account, network, transaction }),
    sign: ({ calls }) =>
      Effect.flatMap(calls, (wallet) => wallet.signTransaction({ account, network, transaction })),
  }),
  isCurrent: (review) => isReviewCurrent(deps, review),
  refuse: makeSendError,
  toError: (problem, { network }) => withChainContext(network)(toUnsentError(problem)),
  isStillValid: ({ amount, holding, to, transaction }, { actions, asking }, from) =>
    Effect.gen(function* () {
      // On chains with fee bumps, a payment may replace another one that spent the same UTXOs meanwhile.
      if (actions.bumpFee === null) return
      const transfer = { from, to: to.address, token: holding.token.address, amount }
      const problem = findSimulationProblem(
        yield* actions.simulate({ ...asking, transfer, transaction }),
        amount,
      )
      if (problem !== null) return yield* makeSendError(problem)
    }),
  onProgress: (review, progress) => emitSendEvent(deps, review, progress),
})
