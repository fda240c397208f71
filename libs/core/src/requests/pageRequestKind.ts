import type {
  DappRequest,
  DappResponse,
  Explanation,
  RequestWarning,
  ReviewedRequest,
  WalletRequest,
} from "@wmodal/chains"
import { toMessageBytes } from "@wmodal/chains/internal"
import { hasKey, type Network, toPlainAddress } from "@wmodal/protocol"
import { Effect } from "effect"
import { toNativeHolding } from "../holdings/toHolding.ts"
import type { RequestedAction } from "../ledger/Ledger.ts"
import type { OperationKind, OperationRequest, OperationReview } from "../operation/Operation.ts"
import { computeDigest } from "../signing/makeSigning.ts"
import { rejections } from "./resolveRequester.ts"

/** A dApp's request that the user has approved. */
export interface PageReview extends OperationReview<RequestWarning> {
  readonly question: DappRequest
  readonly subject: RequestedAction
  /** Returns the reason why it may no longer be sent. */
  readonly findRefusal: () => DappResponse | null
  /** Passes the wallet's response on to the dApp. */
  readonly respond: (answer: DappResponse) => Effect.Effect<void>
}

/** A request of a dApp, which the wallet receives as it is. It may be repeated. */
export const pageRequestKind: OperationKind<PageReview, DappResponse> = {
  toSubject: ({ subject }) => subject,
  toRequest: ({ account, network, question, respond }): OperationRequest => {
    const asking = Effect.tap(
      Effect.promise(() => question.ask(network.caipNetworkId, toPlainAddress(account))),
      ({ answer }) => respond(answer),
    )
    const ask = () =>
      Effect.flatMap(asking, ({ outcome }) =>
        hasKey(outcome, "error")
          ? Effect.fail(outcome.error)
          : Effect.succeed(outcome._tag === "Taken" ? outcome.id : ""),
      )
    const { submission } = question
    switch (submission._tag) {
      case "Transaction":
        return {
          ...submission,
          ask: () =>
            Effect.flatMap(asking, ({ outcome }) =>
              // A transaction is never only signed, so this result is a defect.
              outcome._tag === "Signed" || outcome._tag === "Taken"
                ? Effect.die(new Error("No outcome of a transaction"))
                : Effect.succeed(outcome),
            ),
        }
      case "Batch":
        return { ...submission, ask }
      case "Nothing":
        return { _tag: "Signature", ask }
    }
  },
  // A chain that does not respond must not block a reviewed request.
  isCheckpointOptional: true,
  isCurrent: ({ findRefusal }) => findRefusal() === null,
  refuse: (_reason, { findRefusal }) => findRefusal() ?? rejections.changed,
  // The dApp has the wallet's own response, if there is one.
  toError: () => rejections.unread,
  onProgress: () => Effect.void,
}

/** Returns whether a call has rows for its recipient and what it sends alone. */
const isPlainPayment = ({ contract, fields, value }: Explanation): boolean =>
  value > 0n &&
  fields.length === 2 &&
  fields.some(({ value: one }) => one._tag === "Amount" && one.token === null && one.units === value) &&
  fields.some(({ value: one }) => one._tag === "Address" && one.address === contract)

/** Returns the part of a request that the ledger stores. */
export const toRequestedAction = (
  request: WalletRequest,
  network: Network,
  { calls: [first, ...rest] }: ReviewedRequest,
): Effect.Effect<RequestedAction> => {
  switch (request._tag) {
    case "Message":
    case "MessageBytes":
      return Effect.map(computeDigest(toMessageBytes(request)), (digest) => ({ _tag: "Message", digest }))
    case "TypedData":
      return Effect.map(computeDigest(request.typedData), (digest) => ({ _tag: "TypedData", digest }))
    default: {
      const { contract, digest, intent } = first
      const amount = [first, ...rest].reduce((sum, { value }) => sum + value, 0n)
      const { token } = toNativeHolding(network, 0n)
      const payment = amount > 0n ? { payment: { token, amount } } : {}
      return rest.length === 0
        ? Effect.succeed({
            _tag: "Call",
            intent,
            contract,
            digest,
            ...payment,
            ...(isPlainPayment(first) && { isPlain: true }),
          })
        : Effect.map(computeDigest([first, ...rest].map((call) => call.digest).join()), (all) => ({
            _tag: "Call",
            intent: null,
            contract: null,
            digest: all,
            ...payment,
          }))
    }
  }
}
