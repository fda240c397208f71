import { Fetch, namespaceLabels, parsePaymentUri, SubscriptionRef } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { loadPart } from "../effects/loadPart.ts"
import type { RequestedAction } from "../ledger/Ledger.ts"
import { makeSubmitter } from "../operation/makeSubmitter.ts"
import type { OperationKind } from "../operation/Operation.ts"
import type { Options } from "../options/Options.ts"
import { RecipientError } from "../recipients/Recipients.ts"
import { toRequestedAction } from "../requests/pageRequestKind.ts"
import type { ExplainRequest } from "../signing/makeExplain.ts"
import { computeDigest } from "../signing/makeSigning.ts"
import { computeWorth } from "./computeWorth.ts"
import { fetchServerTransaction } from "./fetchServerTransaction.ts"
import { findLinkServer } from "./findLinkServer.ts"
import {
  isReviewCurrent,
  makeSendError,
  makeTransactionKind,
  type PaymentDeps,
  reachPayer,
  toSendError,
} from "./payer.ts"
import type { SendError } from "./Send.ts"
import type { ServerPaymentReview, ServerPayments, ServerProblem } from "./ServerPayments.ts"

export interface ServerPaymentDeps extends PaymentDeps {
  readonly options: Pick<Options, "paymentHosts">
  readonly explain: ExplainRequest
}

const makeServerPaymentKind = (deps: PaymentDeps): OperationKind<ServerPaymentReview, SendError> => ({
  ...makeTransactionKind(deps),
  toSubject: ({ subject }) => subject,
  refuse: (reason, { server: { host } }) =>
    makeSendError(
      reason._tag === "Stopped" ? { _tag: "Server", host, because: { _tag: "Unconfirmed" } } : reason,
    ),
})

export const makeServerPayments = (deps: ServerPaymentDeps) =>
  Effect.gen(function* () {
    const fetch = yield* Fetch
    const { submit } = yield* makeSubmitter(deps, makeServerPaymentKind(deps))

    /** Returns the link's server. Fails unless it is named in the options, or was confirmed. */
    const getServer = (link: string, confirmedHost: string | undefined) => {
      const parsed = parsePaymentUri(link.trim())
      const problem = parsed !== null && Result.isFailure(parsed) ? parsed.failure : null
      const error = new RecipientError({
        text: link,
        reason:
          problem === null || problem._tag === "Form" ? { _tag: "NotAnAddress" } : { _tag: "Link", problem },
      })
      const server = findLinkServer(error, [
        ...(deps.options.paymentHosts ?? []),
        ...(confirmedHost === undefined ? [] : [confirmedHost]),
      ])
      return server === null
        ? Effect.fail(makeSendError({ _tag: "Recipient", error }))
        : Effect.succeed(server)
    }

    const prepare: ServerPayments["prepare"] = (link, confirmedHost) =>
      Effect.gen(function* () {
        const { host, namespace, url } = yield* getServer(link, confirmedHost)
        const { account, actions, address, asking, network } = yield* reachPayer(deps)
        const { readServerTransaction } = actions
        if (url === null || readServerTransaction === null || network.chainNamespace !== namespace) {
          const reason = { _tag: "OtherChain", chain: namespaceLabels[namespace], isLink: true } as const
          return yield* makeSendError({
            _tag: "Recipient",
            error: new RecipientError({ text: link, reason }),
          })
        }
        const read = yield* loadPart(readServerTransaction)
        const toServerError = (because: ServerProblem) => makeSendError({ _tag: "Server", host, because })
        const {
          label,
          message,
          transaction: text,
        } = yield* fetchServerTransaction(url, address).pipe(
          Effect.provideService(Fetch, fetch),
          Effect.mapError(toServerError),
        )
        const { fee, transaction } = yield* Effect.mapError(
          read({ ...asking, from: address, text }),
          (error) => (error._tag === "ServerTransactionRejected" ? toServerError(error.reason) : error),
        )
        const request = { _tag: "Transaction", transaction } as const
        const explained = yield* Effect.mapError(
          deps.explain({ account, network, warnsOfEveryGrant: true }, request),
          (error) =>
            error._tag === "RequestTooLong" ? makeSendError({ _tag: "TooLong", problem: error }) : error,
        )
        const action = yield* toRequestedAction(request, network, explained)
        const review: ServerPaymentReview = {
          account,
          network,
          server: { host, label, message },
          explained,
          fiat: computeWorth({ explained, fee, network }, SubscriptionRef.getUnsafe(deps.holdings.state)),
          fee: { expected: fee, most: fee, transactionFields: {}, seconds: null },
          transaction,
          stops: explained.dangers,
          subject: withServer(action, host, yield* computeDigest(url)),
        }
        return isReviewCurrent(deps, review) ? review : yield* makeSendError({ _tag: "Changed" })
      }).pipe(catchDefects, Effect.mapError(toSendError))

    const made: ServerPayments = { prepare, submit }
    return made
  })

/** Adds to what is recorded that a link's server made it: two transactions of one link would pay twice. */
const withServer = (action: RequestedAction, host: string, link: string): RequestedAction =>
  action._tag === "Call" ? { ...action, server: { host, link } } : action
