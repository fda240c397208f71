import { Clock } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { makeTaskHandle } from "../effects/TaskHandle.ts"
import { type Recipient, RecipientError, type Recipients } from "../recipients/Recipients.ts"
import { loadChain } from "../services/loadChain.ts"
import { withSponsoredFee } from "./balanceCheck.ts"
import { toEstimateError, toFeeFiat } from "./makePreparePayment.ts"
import { getPayer, type PaymentDeps } from "./payer.ts"
import type { FeeState } from "./Send.ts"
import {
  type FeeQuery,
  type SendDraft,
  type SendDraftData,
  toFeeQuery,
  toRecipientQuery,
} from "./sendModel.ts"

/** Estimates the cost of a draft. Without a recipient, the estimate uses the sender. */
const estimateFee = (
  deps: PaymentDeps,
  { amount, holding: { token }, to }: FeeQuery,
): Effect.Effect<FeeState> =>
  Effect.gen(function* () {
    const payer = yield* getPayer(deps)
    const { address: from, network } = payer
    if (token.network !== network.caipNetworkId) return noFeeState
    const { actions, asking } = yield* loadChain(deps, payer)
    const transfer = { from, to: to ?? from, token: token.address, amount }
    const fee = yield* withSponsoredFee(payer.smart)(actions.estimate({ ...asking, transfer }))
    const fiat = toFeeFiat(deps, fee, network)
    return { _tag: "Estimated", fee, fiat } satisfies FeeState
  }).pipe(
    catchDefects,
    Effect.catch((error) => {
      if (error._tag === "SendError") return Effect.succeed(noFeeState)
      const why = toEstimateError(error)
      // A token's error for a transfer to its sender does not apply to other recipients.
      const told = to !== null || why.reason._tag === "Insufficient"
      return Effect.succeed<FeeState>(told ? { _tag: "Failed", error: why } : noFeeState)
    }),
  )

const noFeeState: FeeState = { _tag: "None" }

/** Milliseconds without typing before a request is sent. */
const typingDelayMs = 300

/** The queries of a draft: the recipient, its stops, and the cost. */
interface DraftQueries {
  /** Starts the draft's new queries and aborts those that it no longer needs. */
  readonly follow: (draft: SendDraft, learnt: SendDraftData) => Effect.Effect<void>
}

/** Creates the queries. The callback `tell` receives each result with its query. */
export const makeDraftQueries = (
  deps: PaymentDeps,
  tell: (found: Partial<SendDraftData>) => Effect.Effect<void>,
) =>
  Effect.gen(function* () {
    const resolving = yield* makeTaskHandle
    const estimating = yield* makeTaskHandle
    let recipientAsked: string | null = null
    let feeAsked: string | null = null

    const resolve = (question: string, { holding, recipient: text }: SendDraft) =>
      Effect.gen(function* () {
        yield* Clock.sleep(typingDelayMs)
        const found = yield* Effect.result(resolveRecipient(deps.recipients, text))
        if (Result.isFailure(found))
          return yield* tell({
            recipient: { query: question, answer: { _tag: "Failed", error: found.failure } },
          })
        const recipient = found.success
        yield* tell({ recipient: { query: question, answer: { _tag: "Resolved", recipient, stops: null } } })
        const stops = yield* deps.recipients.stops(
          recipient.address,
          holding?.token.address ?? null,
          recipient.name,
        )
        yield* tell({ recipient: { query: question, answer: { _tag: "Resolved", recipient, stops } } })
      })

    const learning: DraftQueries = {
      follow: (draft, learnt) =>
        Effect.gen(function* () {
          const recipient = toRecipientQuery(draft)
          if (recipient !== recipientAsked) {
            recipientAsked = recipient
            yield* recipient === null ? resolving.stop : resolving.run(resolve(recipient, draft))
          }
          const fee = toFeeQuery(draft, learnt)
          if ((fee?.key ?? null) !== feeAsked) {
            feeAsked = fee?.key ?? null
            yield* fee === null
              ? estimating.stop
              : estimating.run(
                  Effect.andThen(
                    Clock.sleep(typingDelayMs),
                    Effect.flatMap(estimateFee(deps, fee), (answer) =>
                      tell({ fee: { query: fee.key, answer } }),
                    ),
                  ),
                )
          }
        }),
    }
    return learning
  })

/** Resolves the recipient. Every failure is reported to the user, and the input is kept. */
export const resolveRecipient = (
  { resolve }: Pick<Recipients, "resolve">,
  text: string,
): Effect.Effect<Recipient, RecipientError> =>
  Effect.mapError(catchDefects(resolve(text)), (error) =>
    error._tag === "RecipientError" ? error : new RecipientError({ text, reason: { _tag: "NameNotRead" } }),
  )
